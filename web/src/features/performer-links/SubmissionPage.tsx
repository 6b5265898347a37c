import {
  confirmLinkCode,
  getLinkSession,
  type LinkSession,
  openPerformerLink,
  requestLinkCode,
} from '@kyc/contract/performer-links.ts'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { CodeStep } from './frame/CodeStep.tsx'
import { LinkFailed, LinkLoading, LinkMessage } from './frame/LinkStates.tsx'
import { PerformerFrame } from './frame/PerformerFrame.tsx'
import { type LinkKind, type OpenedLink, useLinkSession } from './frame/use-link-session.ts'
import { OpenLink } from './OpenLink.tsx'
import { useTexts } from './use-texts.ts'

const submission: LinkKind<LinkSession> = {
  open: (token) => call(openPerformerLink, { body: { token } }),
  get: (id) => call(getLinkSession, { query: { id } }),
  path: paths.performerSubmission,
}

/** /p: the performer submits documents from a phone, without an account. */
export function SubmissionPage() {
  const link = useLinkSession(submission)
  return (
    <PerformerFrame language={link.language} path={submission.path}>
      <Content {...link} />
    </PerformerFrame>
  )
}

function Content(link: OpenedLink<LinkSession>) {
  const texts = useTexts()
  return (
    <>
      <title>{`${texts.title}｜${texts.product}`}</title>
      <State {...link} />
    </>
  )
}

function State({ state, retry, show, fail }: OpenedLink<LinkSession>) {
  const texts = useTexts()
  switch (state.status) {
    case 'loading':
      return <LinkLoading />
    case 'open':
      return <OpenLink session={state.session} show={show} fail={fail} />
    case 'code':
      return (
        <CodeStep
          request={() => call(requestLinkCode, { body: { token: state.token } })}
          confirm={(code) => call(confirmLinkCode, { body: { token: state.token, code } })}
          show={show}
          fail={fail}
        />
      )
    case 'failed':
      return <LinkFailed title={texts.failedTitle} error={state.error} onRetry={retry} />
    default:
      return <LinkMessage title={texts[`${state.status}Title`]} text={texts[state.status]} />
  }
}
