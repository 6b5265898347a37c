import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { idKindTexts } from '@kyc/contract/id-kind-texts.ts'
import { finishLink, type LinkSession } from '@kyc/contract/performer-links.ts'
import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { use, useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { closedReason, needOf } from '../documents/document-need.ts'
import { DocumentStep } from './DocumentStep.tsx'
import { LanguageContext } from './frame/language.ts'
import { useLinkCall } from './frame/use-link-call.ts'
import { SubmissionStep } from './SubmissionStep.tsx'
import type { StepCalls } from './step-calls.ts'
import { useTexts } from './use-texts.ts'

type Slot = LinkSession['slots'][number]

/** Step 5: the documents, one by one. */
export function DocumentsStep({
  session,
  onSession,
  onError,
  onChangeIdentity,
  onChangeIdKind,
}: StepCalls & { onChangeIdentity: () => void; onChangeIdKind: () => void }) {
  const texts = useTexts()
  const language = use(LanguageContext)
  const [open, setOpen] = useState<DocumentType | null>(null)
  const [sent, setSent] = useState<DocumentType | null>(null)
  if (open !== null) {
    return (
      <DocumentStep
        key={open}
        type={open}
        session={session}
        onBack={() => setOpen(null)}
        onError={onError}
        onSession={(next) => {
          setSent(open)
          setOpen(null)
          onSession(next)
        }}
      />
    )
  }
  const next = nextSlot(session.slots)
  return (
    <SubmissionStep step="documents" title={texts.documentsTitle}>
      <p>{texts.documentsLead}</p>
      <div role="status">
        {sent && <Alert tone="ok" role="presentation" title={texts.sent(texts.documents[sent])} />}
      </div>
      <Group gap="0 12px">
        {texts.identityStated}
        <LinkButton onClick={onChangeIdentity}>{texts.identityAgain}</LinkButton>
      </Group>
      {session.idKind && (
        <Group gap="0 12px">
          {texts.idKindIs(idKindTexts[language].kinds[session.idKind])}
          {session.mayChooseIdKind && <LinkButton onClick={onChangeIdKind}>{texts.change}</LinkButton>}
        </Group>
      )}
      <Stack component="ul" gap="xs">
        {shownSlots(session).map((slot) => (
          <SlotRow key={slot.type} slot={slot} isNext={slot === next} onOpen={() => setOpen(slot.type)} />
        ))}
      </Stack>
      <Finish session={session} onSession={onSession} onError={onError} />
    </SubmissionStep>
  )
}

/** The slots, without the empty ones that the kind of ID closes, such as the back of a passport. */
function shownSlots({ slots, idKind }: LinkSession): Slot[] {
  return slots.filter(({ type, submitted }) => submitted || !closedReason(idKind, type))
}

/** The document to submit next; undefined once all that are required or recommended are submitted. */
export function nextSlot(slots: readonly Slot[]): Slot | undefined {
  const open = slots.filter(({ submitted }) => !submitted)
  return open.find(({ required }) => required) ?? open.find(({ type }) => needOf(type) === 'recommended')
}

function SlotRow({ slot, isNext, onOpen }: { slot: Slot; isNext: boolean; onOpen: () => void }) {
  const texts = useTexts()
  const { type, required, submitted } = slot
  const label = texts.documents[type]
  return (
    <Paper component="li" withBorder px="md" py="sm">
      <Group gap="sm" wrap="nowrap">
        {submitted ? (
          <IconCircleCheck size={24} color="var(--app-ok-text)" aria-hidden />
        ) : (
          <IconCircleDashed size={24} color="var(--app-text-3)" aria-hidden />
        )}
        <Box flex={1} miw={0} lh="sm">
          <strong>{label}</strong>
          <Text size="xs" c="dimmed">
            {submitted ? texts.submitted : texts.missing}・{texts[required ? 'required' : otherNeed(type)]}
          </Text>
        </Box>
        <Button
          flex="none"
          variant={isNext ? 'filled' : 'default'}
          aria-label={submitted ? `${label}：${texts.submitAgain}` : texts.submitDocument(label)}
          onClick={onOpen}
        >
          {submitted ? texts.submitAgain : texts.submitOne}
        </Button>
      </Group>
    </Paper>
  )
}

/** The need of a document that the link does not require. The requester may submit the agreement instead. */
function otherNeed(type: DocumentType): 'requiredUnlessSent' | 'recommended' | 'optional' {
  const need = needOf(type)
  return need === 'required' ? 'requiredUnlessSent' : need
}

function Finish({ session, onSession, onError }: StepCalls) {
  const texts = useTexts()
  const id = useId()
  const finish = useLinkCall(() => call(finishLink, { params: { id: session.id } }), onSession, onError)
  const complete = session.slots.every(({ required, submitted }) => submitted || !required)
  const ready = complete && session.slots.some(({ submitted }) => submitted)
  return (
    <>
      {finish.error && <Alert title={finish.error} />}
      <BusyButton
        fullWidth
        disabled={!ready}
        variant={nextSlot(session.slots) ? 'default' : 'filled'}
        busy={finish.busy}
        aria-describedby={ready ? undefined : id}
        onClick={() => finish.run(undefined)}
      >
        {texts.finish}
      </BusyButton>
      {!ready && (
        <Text id={id} size="xs" c="dimmed">
          {texts.finishWhy}
        </Text>
      )}
    </>
  )
}
