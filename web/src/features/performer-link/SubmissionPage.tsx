import type { LinkSession } from '@kyc/contract/performer-links.ts'
import { useEffect, useState } from 'react'
import { useBackToClose } from '../../ui/use-back-to-close.ts'
import { CodeStep } from './CodeStep.tsx'
import { ConsentStep } from './ConsentStep.tsx'
import { DocumentsStep } from './DocumentsStep.tsx'
import { IdKindStep } from './IdKindStep.tsx'
import { DoneStep, PurposeStep } from './PlainSteps.tsx'
import { SubmissionFrame } from './SubmissionFrame.tsx'
import { LinkFailed, LinkLoading, LinkMessage } from './SubmissionStates.tsx'
import { type Submission, useSubmission } from './use-submission.ts'
import { LanguageContext } from './use-texts.ts'

/** /p (D66): the performer submits documents from a phone, without an account. */
export function SubmissionPage() {
  const submission = useSubmission()
  const { language } = submission
  useDocumentLanguage(language)
  return (
    <LanguageContext value={language}>
      <SubmissionFrame language={language}>
        <Content {...submission} />
      </SubmissionFrame>
    </LanguageContext>
  )
}

function Content({ state, retry, show, fail }: Submission) {
  switch (state.status) {
    case 'loading':
      return <LinkLoading />
    case 'open':
      return <OpenLink session={state.session} show={show} fail={fail} />
    case 'code':
      return <CodeStep token={state.token} show={show} fail={fail} />
    case 'failed':
      return <LinkFailed error={state.error} onRetry={retry} />
    default:
      return <LinkMessage status={state.status} />
  }
}

/** What the performer has opened on this page; the rest follows from the session. */
type Opened = 'consent' | 'idKind' | null

function OpenLink({ session, show, fail }: Pick<Submission, 'show' | 'fail'> & { session: LinkSession }) {
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
export function stepOf(session: LinkSession, opened: Opened) {
  if (session.done) return 'done'
  if (session.consent === null) return opened === 'consent' ? 'consent' : 'purpose'
  const asksKind = session.mayChooseIdKind && (session.idKind === null || opened === 'idKind')
  return asksKind ? 'idKind' : 'documents'
}

function useDocumentLanguage(language: string): void {
  useEffect(() => {
    const root = document.documentElement
    const before = root.lang
    root.lang = language
    return () => {
      root.lang = before
    }
  }, [language])
}
