import type { LinkSession } from '@kyc/contract/performer-links.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useBackToClose } from '../../ui/use-back-to-close.ts'
import { ConsentStep } from './ConsentStep.tsx'
import { LinkLoading } from './frame/LinkStates.tsx'
import type { OpenedLink } from './frame/use-link-session.ts'
import { IdentityStep } from './IdentityStep.tsx'
import { IdKindStep } from './IdKindStep.tsx'
import { DoneStep, PurposeStep } from './PlainSteps.tsx'

const loadDocuments = () => import('./DocumentsStep.tsx')
/** Loaded separately: with camera, dialog and upload it has more code than all other steps, which start without it. */
const DocumentsStep = lazy(async () => ({ default: (await loadDocuments()).DocumentsStep }))

/** What the performer has opened on this page; the rest follows from the session. */
type Opened = 'consent' | 'identity' | 'idKind' | null

/** The steps of a link that this browser may use. */
export function OpenLink({
  session,
  show,
  fail,
}: Pick<OpenedLink<LinkSession>, 'show' | 'fail'> & { session: LinkSession }) {
  const [opened, setOpened] = useState<Opened>(null)
  const step = stepOf(session, opened)
  const close = () => setOpened(null)
  // Loads the step in advance. A failure is shown when the step opens; what was submitted before is on the server.
  useEffect(() => void loadDocuments().catch(() => {}), [])
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
    case 'identity':
      return <IdentityStep {...calls} onBack={session.identityStated ? close : undefined} />
    case 'idKind':
      return <IdKindStep {...calls} onBack={session.idKind === null ? undefined : close} />
    case 'documents':
      return (
        <Suspense fallback={<LinkLoading />}>
          <DocumentsStep
            {...calls}
            onChangeIdentity={() => setOpened('identity')}
            onChangeIdKind={() => setOpened('idKind')}
          />
        </Suspense>
      )
    case 'done':
      return <DoneStep session={session} />
  }
}

/** The step follows from what the server has stored, so that a reload continues where the performer stopped. */
function stepOf(session: LinkSession, opened: Opened) {
  if (session.done) return 'done'
  if (session.consent === null) return opened === 'consent' ? 'consent' : 'purpose'
  if (!session.identityStated || opened === 'identity') return 'identity'
  const asksKind = session.mayChooseIdKind && (session.idKind === null || opened === 'idKind')
  return asksKind ? 'idKind' : 'documents'
}
