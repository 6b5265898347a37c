import { receiveCopy, requestSigningCode, signContract } from '@kyc/contract/performer-page.ts'
import { List, Loader, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconDownload, IconPencil, IconRefresh } from '@tabler/icons-react'
import { type SubmitEvent, useId, useState } from 'react'
import { call } from '../../../api/call.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { CodeField, isCode, plainCode } from '../../../ui/CodeField.tsx'
import { StepCard } from '../../performer-links/frame/Step.tsx'
import { useLinkCall } from '../../performer-links/frame/use-link-call.ts'
import { LookAgain } from './LookAgain.tsx'
import type { SigningCalls } from './page-calls.ts'
import { Questions } from './Questions.tsx'
import { SignaturePad, type Strokes } from './SignaturePad.tsx'
import { SigningStepFrame } from './SigningStepFrame.tsx'
import { useDownloadCopy } from './use-download-copy.ts'
import { useTexts } from './use-texts.ts'

/** Before step 4: what is missing for the signature. */
export function WaitStep(calls: SigningCalls) {
  const texts = useTexts()
  const { signing, onRefresh, onError } = calls
  const { obstacles, signableFrom } = signing
  const [fresh, setFresh] = useState(false)
  const refresh = useLinkCall(onRefresh, () => setFresh(true), onError)
  return (
    <SigningStepFrame calls={calls} step="sign" title={texts.waitTitle}>
      <StepCard>
        <p>{texts.waitLead}</p>
        <List spacing="xs">
          {obstacles.map((obstacle) => (
            <List.Item key={obstacle}>
              {texts.obstacles[obstacle]}
              {obstacle === 'waiting' && signableFrom !== null && (
                <Text fw={700}>{texts.waitFrom(signableFrom)}</Text>
              )}
            </List.Item>
          ))}
        </List>
        {refresh.error && <Alert title={refresh.error} />}
        <BusyButton
          variant="default"
          fullWidth
          leftSection={<IconRefresh size={18} />}
          busy={refresh.busy}
          onClick={() => refresh.run(undefined)}
        >
          {texts.waitRefresh}
        </BusyButton>
        <Text role="status" size="sm" c="dimmed">
          {fresh && !refresh.busy && texts.waitRefreshed}
        </Text>
      </StepCard>
      <Text size="sm">{texts.waitMail}</Text>
      <LookAgain {...calls} />
      <Questions {...calls} />
      <Text size="xs" c="dimmed">
        {texts.offeredUntil(signing.expiresAt)}
      </Text>
    </SigningStepFrame>
  )
}

/** Step 4: the mailed code, and the drawing for those who want one. */
export function SignStep(calls: SigningCalls) {
  const texts = useTexts()
  const { session, signing, onSession, onError } = calls
  const params = { id: session.id, signing: signing.id }
  const whyId = useId()
  const [sent, setSent] = useState(false)
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const [strokes, setStrokes] = useState<Strokes>([])
  const sending = useLinkCall(
    () => call(requestSigningCode, { params }),
    () => setSent(true),
    onError,
  )
  const signature = useLinkCall(
    () =>
      call(signContract, {
        params,
        body: {
          code: plainCode(code),
          contractSha256: signing.contractSha256,
          strokes:
            strokes.length > 0
              ? strokes.map((stroke) => stroke.map(([x, y]): [number, number] => [x, y]))
              : null,
        },
      }),
    onSession,
    onError,
  )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!sent) return
    if (isCode(code)) signature.run(undefined)
    else setMissing(true)
  }
  return (
    <SigningStepFrame calls={calls} step="sign" title={texts.signTitle}>
      <p>{texts.signLead(session.organisationName)}</p>
      <form onSubmit={submit} noValidate>
        <Stack>
          <StepCard>
            <SignaturePad strokes={strokes} onChange={setStrokes} />
          </StepCard>
          <StepCard>
            <p>{sent ? texts.codeSent : texts.signCodeLead}</p>
            {sent && (
              <CodeField
                label={texts.code}
                value={code}
                error={(missing && !isCode(code) && texts.codeMissing) || signature.error}
                autoFocus
                onChange={({ currentTarget }) => setCode(currentTarget.value)}
              />
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
            <BusyButton
              type="submit"
              fullWidth
              disabled={!sent}
              leftSection={<IconPencil size={18} />}
              busy={signature.busy}
              aria-describedby={sent ? undefined : whyId}
            >
              {texts.sign}
            </BusyButton>
            {!sent && (
              <Text id={whyId} size="xs" c="dimmed">
                {texts.signNeedsCode}
              </Text>
            )}
          </StepCard>
        </Stack>
      </form>
      <LookAgain {...calls} />
      <Questions {...calls} />
    </SigningStepFrame>
  )
}

/** Step 5: the copy, while it is made and when it is there. */
export function CopyStep(calls: SigningCalls) {
  const texts = useTexts()
  const whyId = useId()
  const { session, signing, onSession, onError } = calls
  const params = { id: session.id, signing: signing.id }
  const copy = useDownloadCopy(calls)
  const receipt = useLinkCall(() => call(receiveCopy, { params }), onSession, onError)
  if (!signing.copyReady)
    return (
      <SigningStepFrame calls={calls} step="copy" title={texts.copyTitle}>
        <StepCard>
          <ThemeIcon variant="light" size={56} radius={28} mx="auto">
            <Loader size={28} aria-hidden />
          </ThemeIcon>
          <p role="status">{texts.copyMaking}</p>
          <p>{texts.copyMakingLater}</p>
        </StepCard>
      </SigningStepFrame>
    )
  return (
    <SigningStepFrame calls={calls} step="copy" title={texts.copyTitle}>
      <StepCard>
        <p>{texts.copyLead}</p>
        {copy.error && <Alert title={copy.error} />}
        <BusyButton
          fullWidth
          variant={copy.done ? 'default' : 'filled'}
          leftSection={<IconDownload size={18} />}
          busy={copy.busy}
          onClick={copy.run}
        >
          {texts.copyDownload}
        </BusyButton>
        <Text role="status" size="sm" c="dimmed">
          {copy.done && texts.copyDownloaded}
        </Text>
        {receipt.error && <Alert title={receipt.error} />}
        <BusyButton
          fullWidth
          disabled={!copy.done}
          busy={receipt.busy}
          aria-describedby={whyId}
          onClick={() => receipt.run(undefined)}
        >
          {texts.copyReceive}
        </BusyButton>
        <Text id={whyId} size="xs" c="dimmed">
          {copy.done ? texts.copyNote : texts.copyWhy}
        </Text>
      </StepCard>
      <LookAgain {...calls} />
    </SigningStepFrame>
  )
}
