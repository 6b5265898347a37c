import { VisuallyHidden } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import { type DragEvent, useId } from 'react'
import classes from './SheetPicker.module.css'

/** The place for the file of an import. */
export function SheetPicker({ busy, onChoose }: { busy: boolean; onChoose: (file: File) => void }) {
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
      ここにドロップ、またはファイルを選択
      <input
        id={id}
        className={VisuallyHidden.classes.root}
        type="file"
        accept=".xlsx,.csv"
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
