import { second } from '@kyc/contract/durations.ts'
import type { PageSession } from '@kyc/contract/page-session.ts'
import { getPerformerPage } from '@kyc/contract/performer-page.ts'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../../api/call.ts'
import { stepOf } from './signing-step.ts'

/** How often the page asks for what others do: the copy takes seconds, an answer or a talk hours. */
const copyInterval = 3 * second
const interval = 30 * second

/** Keeps the page current while it is visible and waits for others. Returns the refresh itself. */
export function useFreshPage(
  session: PageSession,
  show: (session: PageSession) => void,
): () => Promise<void> {
  const refresh = async () => {
    show(await call(getPerformerPage, { query: { id: session.id } }))
  }
  // A failure is not shown: the next refresh follows, and an act of the performer reports a lost connection.
  const tick = useEffectEvent(() => {
    if (document.visibilityState === 'visible') refresh().catch(() => {})
  })
  const steps = session.signings.map(stepOf)
  const every = steps.includes('making') ? copyInterval : steps.includes('wait') ? interval : null
  useEffect(() => {
    const shown = () => tick()
    document.addEventListener('visibilitychange', shown)
    return () => document.removeEventListener('visibilitychange', shown)
  }, [])
  useEffect(() => {
    if (every === null) return
    const timer = setInterval(() => tick(), every)
    return () => clearInterval(timer)
  }, [every])
  return refresh
}
