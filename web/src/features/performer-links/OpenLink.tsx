import type { LinkSession } from '@kyc/contract/performer-links.ts'
import { useState } from 'react'
import { useBackToClose } from '../../ui/use-back-to-close.ts'
import { ConsentStep } from './ConsentStep.tsx'
import { DocumentsStep } from './DocumentsStep.tsx'
import { IdKindStep } from './IdKindStep.tsx'
import { DoneStep, PurposeStep } from './PlainSteps.tsx'
import type { Submission } from './use-submission.ts'

/** What the performer has opened on this page; the rest follows from the session. */
type Opened = 'consent' | 'idKind' | null

/** The steps of a link that this browser may use. */
export function OpenLink({
  session,
  show,
  fail,
}: Pick<Submission, 'show' | 'fail'> & { session: LinkSession }) {
  const [opened, setOpened] = useState<Opened>(null)
  const step = stepOf(session, opened)
  const close = () => setOpened(null)
  useBackToClose(opened !== null && step === opened, close)
  const calls = {
    session,
    onSession: (next: LinkSession) => {
      close()
      show(next)
    },
    onError: fail,
  }
  switch (step) {
    case 'purpose':
      return <PurposeStep session={session} onStart={() => setOpened('consent')} />
    case 'consent':
      return <ConsentStep {...calls} onBack={close} />
    case 'idKind':
      return <IdKindStep {...calls} onBack={session.idKind === null ? undefined : close} />
    case 'documents':
      return <DocumentsStep {...calls} onChangeIdKind={() => setOpened('idKind')} />
    case 'done':
      return <DoneStep session={session} />
  }
}

/** The step follows from what the server has stored, so that a reload continues where the performer stopped. */
function stepOf(session: LinkSession, opened: Opened) {
  if (session.done) return 'done'
  if (session.consent === null) return opened === 'consent' ? 'consent' : 'purpose'
  const asksKind = session.mayChooseIdKind && (session.idKind === null || opened === 'idKind')
  return asksKind ? 'idKind' : 'documents'
}
