import type { IdKind, StoredType } from '@kyc/contract/document-vocabulary.ts'
import { storedTypeLabels } from '@kyc/contract/labels.ts'
import { suggestedMasks } from '@kyc/contract/masks.ts'
import { Group, Text } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconEyeOff } from '@tabler/icons-react'
import { type DragEvent, useId, useState } from 'react'
import { FieldBadge } from '../../../ui/FieldBadge.tsx'
import { IconText } from '../../../ui/IconText.tsx'
import { needOf } from '../document-need.ts'
import { hiddenPartText } from '../redaction/hidden-part-text.ts'
import { RedactionDialog } from '../redaction/RedactionDialog.tsx'
import { FileChooser } from './FileChooser.tsx'
import classes from './FileSlot.module.css'
import { ChosenFile, isPicture, PreparingFile, RefusedFile } from './FileSlotContent.tsx'
import { acceptedFilesText } from './file-checks.ts'
import { pictureHintTexts } from './picture-hints.ts'
import type { SlotState } from './slot-state.ts'

export interface FileSlotProps {
  type: StoredType
  /** Determines what is suggested to be hidden in a picture (D79). */
  idKind?: IdKind | null
  state: SlotState
  onChoose: (file: File) => void
  onClear: () => void
  /** Bytes sent so far; set while the form is being sent, when the slot is read-only. */
  sentBytes?: number | undefined
  /** Overrides the need of the type: a dialog for one document requires its file. */
  required?: true
  /** Why the slot accepts no file (D14). */
  closed?: string | undefined
  /** Refuses pictures, even for a type that accepts them. */
  pdfOnly?: boolean | undefined
  /** The dialog focuses this slot when it opens. */
  autoFocus?: boolean
}

/** A slot of a form: choose, photograph or drop a file; preview, replace or remove it (spec §2). */
export function FileSlot({
  type,
  idKind = null,
  state,
  onChoose,
  onClear,
  sentBytes,
  required,
  closed,
  pdfOnly,
  autoFocus,
}: FileSlotProps) {
  const id = useId()
  const [over, setOver] = useState(false)
  const [redacting, setRedacting] = useState<File>()
  const [redacted, setRedacted] = useState<File>()
  const sending = sentBytes !== undefined
  const accepts = !sending && !closed
  const refused = state.kind === 'refused' && !closed
  const picker = {
    type,
    pdfOnly,
    labelId: `${id}-label`,
    describedBy: `${id}-hint ${id}-message`,
    required: required ?? needOf(type) === 'required',
    invalid: refused,
    onChoose,
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && accepts) onChoose(file)
  }
  return (
    <div id={`slot-${type}`}>
      <Group gap="0 12px" justify="space-between" mb={6}>
        <span>
          <strong id={picker.labelId}>{storedTypeLabels[type]}</strong>
          <FieldBadge kind={needOf(type)} />
        </span>
        <Text span size="xs" c="dimmed" id={`${id}-hint`}>
          {acceptedFilesText(type, { pdfOnly })}
        </Text>
      </Group>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the file input */}
      <div
        className={classes.box}
        data-kind={closed ? 'empty' : state.kind}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(accepts)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {(closed || (sending && state.kind !== 'ready')) && (
          <Text size="xs" c="dimmed">
            {closed || '未選択'}
          </Text>
        )}
        {accepts && state.kind === 'empty' && <FileChooser {...picker} autoFocus={autoFocus} />}
        {accepts && state.kind === 'refused' && (
          <RefusedFile name={state.name} picker={picker} onClear={onClear} />
        )}
        {!closed && state.kind === 'preparing' && (
          <PreparingFile
            name={state.name}
            share={state.share}
            label={storedTypeLabels[type]}
            onCancel={onClear}
          />
        )}
        {!closed && state.kind === 'ready' && (
          <ChosenFile
            {...picker}
            file={state.file}
            sentBytes={sentBytes}
            onRedact={() => setRedacting(state.file)}
            onClear={onClear}
          />
        )}
      </div>
      <div id={`${id}-message`} aria-live="polite">
        <SlotMessages state={state} />
        {state.kind === 'ready' && !closed && (
          <RedactionNote file={state.file} redacted={redacted === state.file} idKind={idKind} type={type} />
        )}
      </div>
      {state.kind === 'ready' && state.file === redacting && (
        <RedactionDialog
          file={state.file}
          kind={idKind}
          type={type}
          onDone={(file) => {
            setRedacting(undefined)
            setRedacted(file)
            onChoose(file)
          }}
          onCancel={() => setRedacting(undefined)}
        />
      )}
    </div>
  )
}

/** The message and the cause of a fault, or the notice and the hints about an accepted file. */
function SlotMessages({ state }: { state: SlotState }) {
  if (state.kind === 'refused') {
    return (
      <IconText icon={IconAlertCircle} c="red" mt={4}>
        <span>{state.fault.message}</span>
        {state.fault.cause && (
          <Text span inherit display="block" c="var(--app-text)">
            {state.fault.cause}
          </Text>
        )}
      </IconText>
    )
  }
  if (state.kind !== 'ready') return null
  const hints = (state.hints ?? []).map((hint) => pictureHintTexts[hint])
  return [...(state.notice ? [state.notice] : []), ...hints].map((text) => (
    <IconText key={text} icon={IconAlertTriangle} c="yellow" mt={4}>
      {text}
    </IconText>
  ))
}

interface RedactionNoteProps {
  file: File
  redacted: boolean
  idKind: IdKind | null
  type: StoredType
}

/** Suggests what to hide in the picture, or confirms that parts were hidden. */
function RedactionNote({ file, redacted, idKind, type }: RedactionNoteProps) {
  if (!isPicture(file)) return null
  if (redacted) {
    return (
      <IconText icon={IconEyeOff} c="green" mt={4}>
        選んだ部分を隠しました。
      </IconText>
    )
  }
  return suggestedMasks(idKind, type).map(({ part }) => (
    <IconText key={part} icon={IconEyeOff} c="yellow" mt={4}>
      {hiddenPartText(part)}
    </IconText>
  ))
}
