import { CodeStep } from './CodeStep.tsx'
import { OpenLink } from './OpenLink.tsx'
import { SubmissionFrame } from './SubmissionFrame.tsx'
import { LinkFailed, LinkLoading, LinkMessage } from './SubmissionStates.tsx'
import { type Submission, useSubmission } from './use-submission.ts'
import { LanguageContext } from './use-texts.ts'

/** /p: the performer submits documents from a phone, without an account. */
export function SubmissionPage() {
  const submission = useSubmission()
  const { language } = submission
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
