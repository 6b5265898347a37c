import { acceptedMimeTypes, type StoredType } from '@kyc/contract/document-vocabulary.ts'
import { storedTypeLabels } from '@kyc/contract/labels.ts'
import { Box, VisuallyHidden } from '@mantine/core'
import { IconCamera, IconCloudUpload } from '@tabler/icons-react'
import classes from './FileSlot.module.css'
import { acceptAttribute } from './file-checks.ts'

export interface FilePickerProps {
  type: StoredType
  /** Element ids for the accessible name and description of the input. */
  labelId: string
  describedBy: string
  onChoose: (file: File) => void
  required: boolean
  /** The last selected file was refused. */
  invalid: boolean
  /** Refuses pictures, even for a type that accepts them. */
  pdfOnly?: boolean | undefined
  /** The dialog focuses this input when it opens. */
  autoFocus?: boolean | undefined
}

/** The input of a visible label: visually hidden but focusable. */
export function FileInput(props: FilePickerProps & { camera?: Camera }) {
  const { type, pdfOnly, labelId, describedBy, required, invalid, onChoose, camera, autoFocus } = props
  return (
    <input
      className={VisuallyHidden.classes.root}
      type="file"
      accept={acceptAttribute(type, { pdfOnly })}
      capture={camera}
      required={required}
      aria-invalid={invalid || undefined}
      {...(camera ? { 'aria-label': `${storedTypeLabels[type]}を撮影` } : { 'aria-labelledby': labelId })}
      aria-describedby={describedBy}
      data-autofocus={autoFocus || undefined}
      onChange={(event) => {
        const file = event.currentTarget.files?.[0]
        // Reset, so that choosing the same file again fires a change event.
        event.currentTarget.value = ''
        if (file) onChoose(file)
      }}
    />
  )
}

/** Inputs of an empty slot. Phones get a camera input in addition to the file input. */
export function FileChooser(props: FilePickerProps) {
  const camera = cameraOf(props.type)
  return (
    <>
      {camera && (
        <Box component="label" className={classes.choose} hiddenFrom="sm">
          <IconCamera size={20} aria-hidden />
          <strong>撮影</strong>
          <FileInput {...props} autoFocus={false} camera={camera} />
        </Box>
      )}
      <Box component="label" className={classes.choose}>
        <IconCloudUpload size={26} stroke={1.5} aria-hidden />
        <span>
          <Box visibleFrom="sm">ここにドロップ、または</Box>
          <strong>ファイルを選択</strong>
        </span>
        <FileInput {...props} />
      </Box>
    </>
  )
}

type Camera = 'user' | 'environment'

/** The camera for a type, facing the user for selfies; none for a type that may be a PDF. */
function cameraOf(type: StoredType): Camera | undefined {
  if (acceptedMimeTypes(type).includes('application/pdf')) return undefined
  return type === 'selfie' || type === 'selfieWithId' ? 'user' : 'environment'
}
