import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconCamera, IconCloudUpload } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './FileSlot.module.css'
import { acceptAttribute } from './file-checks.ts'

export interface FilePickerProps {
  type: DocumentType
  /** Element ids for the accessible name and description of the input. */
  labelId: string
  describedBy: string
  onChoose: (file: File) => void
  required: boolean
  /** The last selected file was refused. */
  invalid: boolean
  /** The dialog focuses this input when it opens. */
  autoFocus?: boolean | undefined
}

/** The label is visible; the input is visually hidden but focusable. */
export function FilePicker(
  props: FilePickerProps & {
    className: string | undefined
    title?: string
    children: ReactNode
    camera?: Camera
  },
) {
  const { type, labelId, describedBy, required, invalid, onChoose, className, title, children } = props
  const { camera, autoFocus } = props
  const id = useId()
  return (
    <label className={className} title={title} htmlFor={id}>
      {children}
      <input
        id={id}
        className={VisuallyHidden.classes.root}
        type="file"
        accept={acceptAttribute(type)}
        capture={camera}
        required={required}
        aria-invalid={invalid || undefined}
        {...(camera ? { 'aria-label': `${documentTypeLabels[type]}を撮影` } : { 'aria-labelledby': labelId })}
        aria-describedby={describedBy}
        data-autofocus={autoFocus || undefined}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          // Reset, so that choosing the same file again fires a change event.
          event.currentTarget.value = ''
          if (file) onChoose(file)
        }}
      />
    </label>
  )
}

/** Inputs of an empty slot. Phones get a camera input in addition to the file input. */
export function FileChooser(props: FilePickerProps) {
  const camera = cameraOf(props.type)
  return (
    <>
      {camera && (
        <FilePicker
          {...props}
          autoFocus={false}
          className={`${classes.choose} ${classes.camera}`}
          camera={camera}
        >
          <IconCamera size={20} aria-hidden />
          <span className={classes.link}>撮影</span>
        </FilePicker>
      )}
      <FilePicker {...props} className={classes.choose}>
        <IconCloudUpload size={26} stroke={1.5} aria-hidden />
        <span>
          <span className={classes.drop}>
            ここにドロップ、または
            <br />
          </span>
          <span className={classes.link}>ファイルを選択</span>
        </span>
      </FilePicker>
    </>
  )
}

type Camera = 'user' | 'environment'

/** Camera for the slot; none for the agreement, which is often a PDF. */
function cameraOf(type: DocumentType): Camera | undefined {
  if (type === 'agreementFile') return undefined
  return type === 'selfie' || type === 'selfieWithId' ? 'user' : 'environment'
}
