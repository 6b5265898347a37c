import type { IdKind, StoredType } from '@kyc/contract/document-vocabulary.ts'
import { suggestedMasks } from '@kyc/contract/masks.ts'
import { Text } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { Dialog, DialogCancel } from '../../../ui/Dialog.tsx'
import { burnBoxes } from '../slots/shrink-image.ts'
import { useObjectUrl } from '../use-object-url.ts'
import { RedactionEditor } from './RedactionEditor.tsx'
import { initialRedaction, redactionReducer } from './redaction.ts'
import { type RedactionTexts, redactionTextsJa } from './redaction-texts-ja.ts'

export interface RedactionDialogProps {
  /** A prepared picture (`prepareFile`), so never HEIC and never a PDF. */
  file: File
  /** With the type, determines which parts are suggested. */
  kind: IdKind | null
  type: StoredType
  /** The picture with the boxes in its pixels: a JPEG that contains nothing of what they cover. */
  onDone: (redacted: File) => void
  onCancel: () => void
  texts?: RedactionTexts
}

/** Hides parts of a picture before it is sent. */
export function RedactionDialog({
  file,
  kind,
  type,
  onDone,
  onCancel,
  texts = redactionTextsJa,
}: RedactionDialogProps) {
  const suggested = suggestedMasks(kind, type)
  const [redaction, dispatch] = useReducer(redactionReducer, suggested, (masks) =>
    initialRedaction(masks.map(({ box }) => box)),
  )
  const url = useObjectUrl(file)
  const [broken, setBroken] = useState(false)
  const controller = useRef(new AbortController())
  useEffect(() => {
    const opened = new AbortController()
    controller.current = opened
    return () => opened.abort()
  }, [])
  const burn = useMutation({
    mutationFn: () =>
      burnBoxes(
        file,
        redaction.boxes.map(({ box }) => box),
        controller.current.signal,
      ),
    onSuccess: onDone,
  })
  const count = redaction.boxes.length
  return (
    <Dialog
      title={texts.title}
      size={860}
      onClose={onCancel}
      busy={burn.isPending}
      unsaved={redaction.past.length > 0 && !burn.isSuccess}
      texts={texts.dialog}
      footer={
        <>
          <Text span size="xs" c="dimmed" mr="auto" aria-live="polite">
            {texts.count(count)}
          </Text>
          <DialogCancel>{texts.cancel}</DialogCancel>
          <BusyButton
            size="md"
            leftSection={<IconEyeOff size={17} />}
            disabled={count === 0 || broken}
            busy={burn.isPending}
            busyText={texts.busy}
            onClick={() => burn.mutate()}
          >
            {texts.done}
          </BusyButton>
        </>
      }
    >
      {suggested.map(({ part }) => (
        <Text key={part} c="yellow" mb="xs">
          {texts.hide(part)}
        </Text>
      ))}
      <RedactionEditor
        url={url}
        redaction={redaction}
        dispatch={dispatch}
        texts={texts}
        disabled={burn.isPending}
        onFailed={() => setBroken(true)}
      />
      {(burn.isError || broken) && <Alert mt={12}>{texts.failed}</Alert>}
    </Dialog>
  )
}
