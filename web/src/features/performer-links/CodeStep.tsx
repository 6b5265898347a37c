import { confirmLinkCode, requestLinkCode } from '@kyc/contract/performer-links.ts'
import { type SubmitEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { CodeField, isCode, plainCode } from '../../ui/CodeField.tsx'
import { Step, StepCard } from './Step.tsx'
import { useLinkCall } from './use-link-call.ts'
import type { Submission } from './use-submission.ts'
import { useTexts } from './use-texts.ts'

/** Another browser has opened the link: a code, sent to the performer, binds this one instead. */
export function CodeStep({ token, show, fail }: { token: string } & Pick<Submission, 'show' | 'fail'>) {
  const texts = useTexts()
  const [sent, setSent] = useState(false)
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const request = useLinkCall(
    () => call(requestLinkCode, { body: { token } }),
    () => setSent(true),
    fail,
  )
  const confirmation = useLinkCall(
    () => call(confirmLinkCode, { body: { token, code: plainCode(code) } }),
    show,
    fail,
  )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isCode(code)) confirmation.run(undefined)
    else setMissing(true)
  }
  return (
    <Step title={texts.codeTitle}>
      <p>{texts.codeLead}</p>
      <form onSubmit={submit} noValidate>
        <StepCard>
          <div role="status">{sent && <p>{texts.codeSent}</p>}</div>
          {sent && (
            <>
              <CodeField
                label={texts.code}
                value={code}
                error={(missing && !isCode(code) && texts.codeMissing) || confirmation.error}
                onChange={({ currentTarget }) => setCode(currentTarget.value)}
              />
              <BusyButton type="submit" fullWidth busy={confirmation.busy}>
                {texts.codeConfirm}
              </BusyButton>
            </>
          )}
          {request.error && <Alert title={request.error} />}
          <BusyButton
            fullWidth
            variant={sent ? 'default' : 'filled'}
            busy={request.busy}
            onClick={() => request.run(undefined)}
          >
            {sent ? texts.codeSendAgain : texts.codeSend}
          </BusyButton>
        </StepCard>
      </form>
    </Step>
  )
}
