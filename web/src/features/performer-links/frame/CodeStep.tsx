import { type SubmitEvent, useState } from 'react'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { CodeField, isCode, plainCode } from '../../../ui/CodeField.tsx'
import { useFrameTexts } from './language.ts'
import { Step, StepCard } from './Step.tsx'
import { useLinkCall } from './use-link-call.ts'
import type { OpenedLink } from './use-link-session.ts'

interface CodeStepProps<Session> extends Pick<OpenedLink<Session>, 'show' | 'fail'> {
  request: () => Promise<unknown>
  confirm: (code: string) => Promise<Session>
}

/** Another browser has opened the link: a code that is mailed to the performer binds it to this browser instead. */
export function CodeStep<Session>({ request, confirm, show, fail }: CodeStepProps<Session>) {
  const texts = useFrameTexts()
  const [sent, setSent] = useState(false)
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const sending = useLinkCall(request, () => setSent(true), fail)
  const confirmation = useLinkCall(() => confirm(plainCode(code)), show, fail)
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
          {sending.error && <Alert title={sending.error} />}
          <BusyButton
            fullWidth
            variant={sent ? 'default' : 'filled'}
            busy={sending.busy}
            onClick={() => sending.run(undefined)}
          >
            {sent ? texts.codeSendAgain : texts.codeSend}
          </BusyButton>
        </StepCard>
      </form>
    </Step>
  )
}
