import { listPerformers } from '@kyc/contract/performers.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { callQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { IconChevronRight, IconCircleCheck } from '../../ui/icons.ts'
import { Button } from '../../ui/mantine/Button.ts'
import classes from './NextReview.module.css'

/** Shown after the last decision on a performer: leads to the one that has waited longest. Takes the focus. */
export function NextReview({ performerId }: { performerId: string }) {
  const queue = callQuery(listPerformers, { query: { waiting: 'true', limit: 2 } })
  // The queue of an earlier decision is out of date.
  const next = useQuery({ ...queue, gcTime: 0 })
  const link = useRef<HTMLAnchorElement>(null)
  const settled = !next.isPending
  useEffect(() => {
    if (!settled) return
    // After the dialog has returned the focus and released the scrolling of the page.
    const timer = setTimeout(() => {
      link.current?.scrollIntoView({ block: 'center' })
      link.current?.focus()
    }, 50)
    return () => clearTimeout(timer)
  }, [settled])
  if (!settled) return null
  const id = next.data?.find((performer) => performer.id !== performerId)?.id
  return (
    <section className={classes.done} aria-label="審査の完了">
      <IconCircleCheck size={20} aria-hidden />
      <span>この出演者の書類は、すべて審査しました。</span>
      <Button
        component={AppLink}
        ref={link}
        href={id ? paths.performer(id) : paths.performers({ waiting: 'true' })}
        rightSection={<IconChevronRight size={17} />}
      >
        {id ? '次の審査へ' : '審査待ちの一覧へ'}
      </Button>
    </section>
  )
}
