import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { idKindTexts } from '@kyc/contract/id-kind-texts.ts'
import { finishLink, type LinkSession } from '@kyc/contract/performer-links.ts'
import { Button, UnstyledButton } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { use, useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { closedReason, needOf } from '../documents/document-need.ts'
import { DocumentStep } from './DocumentStep.tsx'
import classes from './DocumentsStep.module.css'
import shared from './Step.module.css'
import { Step } from './Step.tsx'
import { type StepCalls, useLinkCall } from './use-link-call.ts'
import { LanguageContext, useTexts } from './use-texts.ts'

type Slot = LinkSession['slots'][number]

/** Step 4: the documents, one by one. */
export function DocumentsStep({
  session,
  onSession,
  onError,
  onChangeIdKind,
}: StepCalls & { onChangeIdKind: () => void }) {
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
    <Step step="documents" title={texts.documentsTitle}>
      <p>{texts.documentsLead}</p>
      <div role="status">
        {sent && <Alert tone="ok" role="presentation" title={texts.sent(texts.documents[sent])} />}
      </div>
      {session.idKind && (
        <p className={classes.kind}>
          {texts.idKindIs(idKindTexts[language].kinds[session.idKind])}
          {session.mayChooseIdKind && (
            <UnstyledButton className={classes.change} onClick={onChangeIdKind}>
              {texts.change}
            </UnstyledButton>
          )}
        </p>
      )}
      <ul className={classes.slots}>
        {shownSlots(session).map((slot) => (
          <SlotRow key={slot.type} slot={slot} isNext={slot === next} onOpen={() => setOpen(slot.type)} />
        ))}
      </ul>
      <Finish session={session} onSession={onSession} onError={onError} />
    </Step>
  )
}

/** Without the sides that the kind of ID does not need. */
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
    <li className={classes.slot} data-submitted={submitted || undefined}>
      {submitted ? <IconCircleCheck size={24} aria-hidden /> : <IconCircleDashed size={24} aria-hidden />}
      <span className={classes.name}>
        <strong>{label}</strong>
        <span>
          {submitted ? texts.submitted : texts.missing}・{texts[required ? 'required' : otherNeed(type)]}
        </span>
      </span>
      <Button
        variant={isNext ? 'filled' : 'default'}
        aria-label={submitted ? `${label}：${texts.submitAgain}` : texts.submitDocument(label)}
        onClick={onOpen}
      >
        {submitted ? texts.submitAgain : texts.submitOne}
      </Button>
    </li>
  )
}

/** Of a document that the link does not require. The sender may have the agreement. */
function otherNeed(type: DocumentType): 'atHand' | 'recommended' | 'optional' {
  const need = needOf(type)
  return need === 'required' ? 'atHand' : need
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
        <p id={id} className={shared.note}>
          {texts.finishWhy}
        </p>
      )}
    </>
  )
}
