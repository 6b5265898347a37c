import type { ReplyOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { PageReliance } from '@kyc/contract/page-session.ts'
import { askReliance, endOwnReliance, permitReliance } from '@kyc/contract/reliances.ts'
import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { type SubmitEvent, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { CodeField, isCode, plainCode } from '../../../ui/CodeField.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { StepCard } from '../../performer-links/frame/Step.tsx'
import { useLinkCall } from '../../performer-links/frame/use-link-call.ts'
import { PageConfirm } from './PageConfirm.tsx'
import type { PageCalls } from './page-calls.ts'
import { useTexts } from './use-texts.ts'

type Asked = ReplyOf<typeof askReliance>

/** The organisations that may rely on the approval of this record, and the permission of another one (D126). */
export function Reliances(calls: PageCalls) {
  const texts = useTexts()
  const { reliances, mayPermitReliance } = calls.session
  const [done, setDone] = useState<string | null>(null)
  return (
    <>
      <div role="status">{done && <Alert tone="ok" role="presentation" title={done} />}</div>
      {reliances.map((reliance) => (
        <RelianceCard key={reliance.id} reliance={reliance} {...calls} onDone={setDone} />
      ))}
      <StepCard>
        <Text size="sm">{mayPermitReliance ? texts.relianceLead : texts.relianceNotYet}</Text>
        {mayPermitReliance && <Permission {...calls} onDone={setDone} />}
      </StepCard>
    </>
  )
}

function RelianceCard({
  reliance,
  session,
  onSession,
  onError,
  onDone,
}: PageCalls & { reliance: PageReliance; onDone: (text: string) => void }) {
  const texts = useTexts()
  const [asking, setAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const end = useLinkCall(
    () => call(endOwnReliance, { params: { id: session.id, reliance: reliance.id } }),
    (next) => {
      setAsking(false)
      onDone(texts.relianceEnded(reliance.recipient))
      onSession(next)
      // The button that had the focus is gone.
      heading.current?.focus()
    },
    onError,
  )
  return (
    <StepCard>
      <Title order={3} fz="lg" ref={heading} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
        {reliance.recipient}
      </Title>
      <Text size="sm">
        {texts.relianceStates[reliance.state]}
        {reliance.ended && texts.relianceEnds[reliance.ended.by]}
      </Text>
      <Text size="xs" c="dimmed">
        {texts.reliancePermittedAt(reliance.permittedAt)}
      </Text>
      {reliance.state !== 'ended' && (
        <Button
          variant="outline"
          color="red"
          fullWidth
          aria-label={texts.nextOf(texts.relianceEnd, reliance.recipient)}
          onClick={() => setAsking(true)}
        >
          {texts.relianceEnd}
        </Button>
      )}
      {asking && (
        <PageConfirm
          title={texts.relianceEndTitle}
          confirm={texts.relianceEnd}
          busy={end.busy}
          error={end.error}
          onConfirm={() => end.run(undefined)}
          onClose={() => setAsking(false)}
        >
          <p>{texts.relianceEndText(reliance.recipient)}</p>
        </PageConfirm>
      )}
    </StepCard>
  )
}

/** Asks for the organisation, then shows what it will read and asks for the code that permits it. */
function Permission(calls: PageCalls & { onDone: (text: string) => void }) {
  const texts = useTexts()
  const { session, onError } = calls
  const [open, setOpen] = useState(false)
  const [recipient, setRecipient] = useState('')
  const [missing, setMissing] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const asking = useLinkCall(
    () => call(askReliance, { params: { id: session.id }, body: { recipient: recipient.trim() } }),
    setAsked,
    onError,
  )
  if (asked)
    return (
      <Confirmation
        {...calls}
        asked={asked}
        sendAgain={asking}
        onClose={() => {
          setAsked(null)
          setOpen(false)
          setRecipient('')
        }}
      />
    )
  if (!open)
    return (
      <Button variant="default" fullWidth onClick={() => setOpen(true)}>
        {texts.reliancePermit}
      </Button>
    )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (recipient.trim() === '') setMissing(true)
    else asking.run(undefined)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          size="md"
          label={texts.relianceId}
          description={texts.relianceIdHint}
          autoComplete="off"
          autoFocus
          aria-required
          maxLength={limits.idChars}
          value={recipient}
          error={(missing && recipient.trim() === '' && texts.relianceIdMissing) || asking.error}
          onChange={({ currentTarget }) => setRecipient(currentTarget.value)}
        />
        <BusyButton type="submit" fullWidth busy={asking.busy}>
          {texts.relianceNext}
        </BusyButton>
        <Button variant="default" fullWidth onClick={() => setOpen(false)}>
          {texts.cancel}
        </Button>
      </Stack>
    </form>
  )
}

function Confirmation({
  asked,
  sendAgain,
  session,
  onSession,
  onError,
  onDone,
  onClose,
}: PageCalls & {
  asked: Asked
  sendAgain: {
    readonly busy: boolean
    readonly error: string | null
    readonly run: (input: undefined) => void
  }
  onDone: (text: string) => void
  onClose: () => void
}) {
  const texts = useTexts()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const { facts, recipient } = asked
  const permission = useLinkCall(
    () =>
      call(permitReliance, {
        params: { id: session.id, reliance: asked.id },
        body: { code: plainCode(code) },
      }),
    (next) => {
      onDone(texts.reliancePermitted(recipient))
      onClose()
      onSession(next)
    },
    onError,
  )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isCode(code)) permission.run(undefined)
    else setMissing(true)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Title order={3} fz="lg" style={{ overflowWrap: 'anywhere' }}>
          {texts.relianceConfirmTitle(recipient)}
        </Title>
        <Text size="sm">{texts.relianceFactsLead(recipient)}</Text>
        <Facts
          facts={[
            [texts.factName, facts.name],
            [texts.factRoman, facts.nameRoman],
            [texts.factBirth, texts.day(facts.dateOfBirth)],
            [texts.factCheckedBy, session.organisationName],
            [texts.factCheckedOn, texts.day(facts.checkedOn)],
            [texts.factCheck, facts.check ? texts.checks[facts.check] : texts.noRecord],
            [texts.factIdKind, facts.idKind ? texts.idKinds[facts.idKind] : texts.noRecord],
            [texts.factExpires, facts.expiresOn ? texts.day(facts.expiresOn) : texts.noExpiry],
          ]}
        />
        <Text size="sm">{texts.relianceNotGiven}</Text>
        <Text size="sm">{texts.relianceCodeLead}</Text>
        <CodeField
          label={texts.code}
          value={code}
          error={(missing && !isCode(code) && texts.codeMissing) || permission.error}
          autoFocus
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <BusyButton type="submit" fullWidth busy={permission.busy}>
          {texts.relianceAllow}
        </BusyButton>
        {sendAgain.error && <Alert title={sendAgain.error} />}
        <BusyButton
          variant="default"
          fullWidth
          busy={sendAgain.busy}
          onClick={() => sendAgain.run(undefined)}
        >
          {texts.codeSendAgain}
        </BusyButton>
        <Button variant="default" fullWidth onClick={onClose}>
          {texts.cancel}
        </Button>
      </Stack>
    </form>
  )
}
