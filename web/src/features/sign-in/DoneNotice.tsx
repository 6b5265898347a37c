import { Button, Group, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'

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
    <div ref={notice} tabIndex={-1} role="status">
      <Group component="h2" gap="xs" mb="xs" c="green" fz="xl">
        <IconCircleCheck size={20} aria-hidden />
        {title}
      </Group>
      <Text mb={20}>{children}</Text>
      <Button component={AppLink} href={href} size="md" fullWidth>
        {link}
      </Button>
    </div>
  )
}
