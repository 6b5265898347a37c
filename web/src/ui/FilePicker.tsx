import { VisuallyHidden } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useId } from 'react'
import classes from './FilePicker.module.css'

export interface FilePickerProps {
  busy: boolean
  /** As of a file input. */
  accept: string
  onChoose: (file: File) => void
  children?: ReactNode
}

/** The place for one file, dropped or chosen. */
export function FilePicker({ busy, accept, onChoose, children }: FilePickerProps) {
  const id = useId()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file && !busy) onChoose(file)
  }
  return (
    <label
      className={classes.choose}
      htmlFor={id}
      data-busy={busy || undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <IconCloudUpload size={26} stroke={1.5} aria-hidden />
      {children ?? 'ここにドロップ、またはファイルを選択'}
      <input
        id={id}
        className={VisuallyHidden.classes.root}
        type="file"
        accept={accept}
        disabled={busy}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          // Reset, so that choosing the corrected file again fires a change event.
          event.currentTarget.value = ''
          if (file) onChoose(file)
        }}
      />
    </label>
  )
}
