import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { suggestedMasks } from '@kyc/contract/masks.ts'
import { type LinkSession, submitLinkDocument } from '@kyc/contract/performer-links.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { use, useCallback, useState } from 'react'
import { call } from '../../api/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useBackToClose } from '../../ui/use-back-to-close.ts'
import { RedactionDialog } from '../documents/redaction/RedactionDialog.tsx'
import { redactionTexts } from '../documents/redaction/redaction-texts.ts'
import { emptySlot, type SlotState, updatedSlot } from '../documents/slots/slot-state.ts'
import { useFilePreparation } from '../documents/slots/use-file-preparation.ts'
import { useUpload } from '../documents/slots/use-upload.ts'
import { Camera } from './Camera.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import type { CameraState } from './camera.ts'
import { LanguageContext, useErrorText } from './frame/language.ts'
import { Step } from './frame/Step.tsx'
import { PreparingPicture, Preview } from './Preview.tsx'
import { SubmissionStep } from './SubmissionStep.tsx'
import type { StepCalls } from './step-calls.ts'
import { useTexts } from './use-texts.ts'

export interface DocumentStepProps extends StepCalls {
  type: DocumentType
  onBack: () => void
}

type Opened = 'camera' | 'redaction' | null
type CameraFault = Extract<CameraState, { kind: 'failed' }>['cause']

/** One document: photograph or choose it, check it, hide parts of it, send it. */
export function DocumentStep({ type, session, onSession, onBack, onError }: DocumentStepProps) {
  const texts = useTexts()
  const errorText = useErrorText()
  const language = use(LanguageContext)
  const [opened, setOpened] = useState<Opened>(null)
  const [photographed, setPhotographed] = useState(false)
  /** The picture before it was cropped to the card; null if it was not cropped. */
  const [whole, setWhole] = useState<File | null>(null)
  const [fault, setFault] = useState<CameraFault | null>(null)
  const { slot, preparation, upload, send } = useLinkUpload(session, type, onSession, onError)
  const busy = upload.sending !== undefined
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    if (busy) return
    if (slot.kind === 'ready' || slot.kind === 'preparing') setLeaving(true)
    else onBack()
  }
  useBackToClose(true, leave)
  const failed = useCallback((cause: CameraFault) => {
    setFault(cause)
    setOpened(null)
  }, [])
  const close = useCallback(() => setOpened(null), [])
  const choose = (file: File, camera = false, uncropped: File | null = null) => {
    setOpened(null)
    setFault(null)
    setPhotographed(camera)
    setWhole(uncropped)
    void preparation.choose(type, file)
  }
  const retake = () => {
    preparation.clear(type)
    if (photographed) setOpened('camera')
  }
  if (opened === 'camera') {
    return (
      <Step title={texts.documents[type]} part="camera" onBack={close}>
        <Camera
          type={type}
          onPicture={(photo) => choose(photo.picture, true, photo.whole)}
          onFailed={failed}
          onClose={close}
        />
      </Step>
    )
  }
  const ready = slot.kind === 'ready' ? slot : null
  const suggested = suggestedMasks(session.idKind, type)
  return (
    <SubmissionStep
      step="documents"
      title={texts.documents[type]}
      part={slot.kind}
      onBack={busy ? undefined : leave}
    >
      {slot.kind === 'preparing' && <PreparingPicture share={slot.share} />}
      {ready && (
        <Preview
          type={type}
          slot={ready}
          sending={upload.sending}
          suggested={suggested.map(({ part }) => redactionTexts[language].hide(part))}
          onWhole={whole ? () => choose(whole, true) : undefined}
          onRetake={retake}
          onRedact={() => setOpened('redaction')}
          onSend={() => send(ready.file)}
          onStop={upload.stop}
        />
      )}
      {upload.stopped && <Alert tone="neutral">{texts.stopped}</Alert>}
      {upload.error && <Alert title={texts.sendFailed}>{errorText(upload.error)}</Alert>}
      {fault && <Alert tone="wait">{texts[fault]}</Alert>}
      {slot.kind === 'refused' && (
        <Alert
          title={
            language === 'ja'
              ? slot.fault.message
              : texts.problems[slot.fault.code ?? 'FILE_TYPE_UNSUPPORTED']
          }
        >
          {language === 'ja' && slot.fault.cause}
        </Alert>
      )}
      {(slot.kind === 'empty' || slot.kind === 'refused') && (
        <ChooseFile type={type} onCamera={() => setOpened('camera')} onChoose={(file) => choose(file)} />
      )}
      {leaving && (
        <ConfirmDialog
          title={texts.leavePictureTitle}
          confirm={texts.leavePicture}
          cancel={texts.keepPicture}
          danger
          onConfirm={onBack}
          onClose={() => setLeaving(false)}
        >
          {texts.leavePictureText}
        </ConfirmDialog>
      )}
      {opened === 'redaction' && ready && (
        <RedactionDialog
          file={ready.file}
          kind={session.idKind}
          type={type}
          texts={redactionTexts[language]}
          onDone={(redacted) => choose(redacted, photographed)}
          onCancel={close}
        />
      )}
    </SubmissionStep>
  )
}

/** The file of the slot, prepared for a slow connection, and its upload. */
function useLinkUpload(
  session: LinkSession,
  type: DocumentType,
  onSession: StepCalls['onSession'],
  onError: StepCalls['onError'],
) {
  const [slot, setSlot] = useState<SlotState>(emptySlot)
  // New for each file, the same for each retry (D20).
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID())
  const upload = useUpload({
    filesOf: (file: File) => [{ key: 'file', size: file.size }],
    send: (file, controls) =>
      call(submitLinkDocument, {
        params: { id: session.id, type },
        files: { file },
        idempotencyKey,
        ...controls,
      }),
    onSuccess: async (next) => onSession(next),
  })
  const preparation = useFilePreparation<DocumentType>(
    (_, state) => {
      setSlot(state)
      setKey(crypto.randomUUID())
      upload.reset()
    },
    (_, update) => setSlot((current) => updatedSlot(current, update)),
    recordLimits.performerLink.shrinkAboveBytes,
  )
  return { slot, preparation, upload, send: (file: File) => upload.send(file, { onError }) }
}
