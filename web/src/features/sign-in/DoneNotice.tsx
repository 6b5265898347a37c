import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import classes from './LinkPages.module.css'

/** Success notice with a link, by default to the login page. Takes the focus that the removed form had. */
export function DoneNotice({
  title,
  link,
  href = paths.login(),
  children,
}: {
  title: string
  link: string
  href?: string
  children: ReactNode
}) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} tabIndex={-1} role="status" className={classes.done}>
      <h2>
        <IconCircleCheck size={20} aria-hidden />
        {title}
      </h2>
      <p className={classes.lead}>{children}</p>
      <Button component={AppLink} href={href} size="md" fullWidth>
        {link}
      </Button>
    </div>
  )
}
