import type { PageSession } from '@kyc/contract/page-session.ts'
import { openPerformerPage, renewPerformerPage, requestPageCode } from '@kyc/contract/performer-page.ts'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { useGo } from '../../../ui/go.tsx'
import { CodeStep } from '../../performer-links/frame/CodeStep.tsx'
import { LinkFailed, LinkLoading, LinkMessage } from '../../performer-links/frame/LinkStates.tsx'
import { PerformerFrame } from '../../performer-links/frame/PerformerFrame.tsx'
import { Step, StepCard } from '../../performer-links/frame/Step.tsx'
import { useLinkCall } from '../../performer-links/frame/use-link-call.ts'
import { useLinkSearch } from '../../performer-links/frame/use-link-search.ts'
import { type OpenedLink, useLinkSession } from '../../performer-links/frame/use-link-session.ts'
import { Landing } from './Landing.tsx'
import { performerPage } from './page-calls.ts'
import { SigningSteps } from './SigningSteps.tsx'
import { useFreshPage } from './use-fresh-page.ts'
import { useTexts } from './use-texts.ts'

/** /my: the performer's titles and contracts, without an account (D104). */
export function MyPage() {
  const link = useLinkSession(performerPage)
  return (
    <PerformerFrame language={link.language} path={performerPage.path}>
      <Content {...link} />
    </PerformerFrame>
  )
}

function Content(link: OpenedLink<PageSession>) {
  const texts = useTexts()
  return (
    <>
      <title>{`${texts.title}｜${texts.product}`}</title>
      <State {...link} />
    </>
  )
}

function State({ state, retry, show, fail }: OpenedLink<PageSession>) {
  const texts = useTexts()
  switch (state.status) {
    case 'loading':
      return <LinkLoading />
    case 'open':
      return <OpenPage session={state.session} show={show} fail={fail} />
    case 'code':
      return (
        <CodeStep
          request={() => call(requestPageCode, { body: { token: state.token } })}
          confirm={(code) => call(openPerformerPage, { body: { token: state.token, code } })}
          show={show}
          fail={fail}
        />
      )
    case 'ended':
      return <Renewal token={state.token} />
    case 'failed':
      return <LinkFailed title={texts.failedTitle} error={state.error} onRetry={retry} />
    default:
      return <LinkMessage title={texts[`${state.status}Title`]} text={texts[state.status]} />
  }
}

/** The page that this browser may use: the contract of the URL, or everything. */
function OpenPage({
  session,
  show,
  fail,
}: Pick<OpenedLink<PageSession>, 'show' | 'fail'> & { session: PageSession }) {
  const go = useGo()
  const search = useLinkSearch()
  const refresh = useFreshPage(session, show)
  const signing = session.signings.find(({ id }) => id === search.signing)
  const onError = (error: unknown) => {
    fail(error)
    // Another window, or the other party, has changed what this page shows.
    if (error instanceof ApiError && error.status === 409) refresh().catch(() => {})
  }
  const calls = { session, onSession: show, onError }
  const { signing: _, ...withoutSigning } = search
  if (signing)
    return (
      <SigningSteps
        key={signing.id}
        {...calls}
        signing={signing}
        onRefresh={refresh}
        onLeave={() => void go(performerPage.path(withoutSigning))}
      />
    )
  return <Landing {...calls} onOpen={(id) => void go(performerPage.path({ ...search, signing: id }))} />
}

/** For a link that has expired: mails a new one. */
function Renewal({ token }: { token: string }) {
  const texts = useTexts()
  const [sent, setSent] = useState(false)
  const renewal = useLinkCall(
    () => call(renewPerformerPage, { body: { token } }),
    () => setSent(true),
    () => {},
  )
  return (
    <Step title={texts.endedTitle}>
      <StepCard>
        <p>{texts.ended}</p>
        {renewal.error && <Alert title={renewal.error} />}
        <div role="status">{sent && <Alert tone="ok" role="presentation" title={texts.renewed} />}</div>
        <BusyButton
          fullWidth
          variant={sent ? 'default' : 'filled'}
          busy={renewal.busy}
          onClick={() => renewal.run(undefined)}
        >
          {texts.renew}
        </BusyButton>
      </StepCard>
    </Step>
  )
}
