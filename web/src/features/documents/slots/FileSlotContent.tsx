import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { ActionIcon, Progress, UnstyledButton } from '@mantine/core'
import {
  IconCircleCheck,
  IconEyeOff,
  IconFileTypePdf,
  IconPhoto,
  IconRefresh,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { formatBytes } from '../../../ui/format.ts'
import { useObjectUrl } from '../use-object-url.ts'
import { PdfThumbnail } from '../viewer/PdfThumbnail.tsx'
import { FileChooser, FilePicker, type FilePickerProps } from './FileChooser.tsx'
import classes from './FileSlot.module.css'
import { percent } from './upload-progress.ts'

/** A picture that is being shrunk or converted; both can be cancelled. */
export function PreparingFile(props: { name: string; share: number; label: string; onCancel: () => void }) {
  const done = Math.round(props.share * 100)
  const act = /\.hei[cf]$/i.test(props.name) ? '変換' : '縮小'
  return (
    <>
      <span className={classes.preview}>
        <IconPhoto size={28} stroke={1.3} aria-hidden />
      </span>
      <div className={classes.facts}>
        <span className={classes.name}>{props.name}</span>
        <span className={classes.state}>
          画像を{act}中<span className={classes.percent}>{done}%</span>
        </span>
        <Progress value={done} size={6} aria-label={`${props.label}：画像を${act}中`} />
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={`${props.label}：${act}を取り消す`}
        onClick={props.onCancel}
      >
        <IconX size={18} />
      </ActionIcon>
    </>
  )
}

interface RefusedFileProps {
  name: string
  picker: FilePickerProps
  onClear: () => void
}

/** A file that was refused; another one has to be selected. */
export function RefusedFile({ name, picker, onClear }: RefusedFileProps) {
  return (
    <div className={classes.refused}>
      <div className={classes.refusedFile}>
        <div className={classes.facts}>
          <span className={classes.name} title={name}>
            {name}
          </span>
          <span className={classes.again}>選び直してください</span>
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={`${documentTypeLabels[picker.type]}を取り除く`}
          onClick={onClear}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </div>
      <div className={classes.choosers}>
        <FileChooser {...picker} />
      </div>
    </div>
  )
}

export interface ChosenFileProps extends FilePickerProps {
  file: File
  sentBytes: number | undefined
  /** Opens the redaction tool. */
  onRedact: () => void
  onClear: () => void
}

/** Whether the file is not a PDF; its name fits its bytes (`prepareFile`). */
export function isPicture(file: File): boolean {
  return !file.name.toLowerCase().endsWith('.pdf')
}

/** A file that is ready or being sent. */
export function ChosenFile({ file, sentBytes, onRedact, onClear, ...input }: ChosenFileProps) {
  const label = documentTypeLabels[input.type]
  return (
    <>
      <FilePreview file={file} />
      <div className={classes.facts}>
        <span className={classes.name} title={file.name}>
          {file.name}
        </span>
        {sentBytes === undefined ? (
          <span className={classes.state}>
            <Ready word="選択済み" /> {formatBytes(file.size)}
          </span>
        ) : (
          <Sending size={file.size} sentBytes={sentBytes} label={label} />
        )}
        {sentBytes === undefined && isPicture(file) && (
          <UnstyledButton className={classes.redact} aria-label={`${label}の一部を隠す`} onClick={onRedact}>
            <IconEyeOff size={16} aria-hidden />
            一部を隠す
          </UnstyledButton>
        )}
      </div>
      {sentBytes === undefined && (
        <div className={classes.acts}>
          <FilePicker {...input} className={classes.iconLabel} title="選び直す">
            <IconRefresh size={18} aria-hidden />
          </FilePicker>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={`${label}を取り除く`}
            onClick={onClear}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </div>
      )}
    </>
  )
}

function Sending({ size, sentBytes, label }: { size: number; sentBytes: number; label: string }) {
  if (sentBytes === 0) return <span className={classes.state}>送信待ち {formatBytes(size)}</span>
  if (sentBytes >= size) {
    return (
      <span className={classes.state}>
        <Ready word="送信済み" /> {formatBytes(size)}
      </span>
    )
  }
  return (
    <>
      <span className={classes.state}>
        送信中 {formatBytes(sentBytes)} / {formatBytes(size)}
        <span className={classes.percent}>{percent(sentBytes, size)}%</span>
      </span>
      <Progress value={percent(sentBytes, size)} size={6} aria-label={`${label}：送信中`} />
    </>
  )
}

function Ready({ word }: { word: string }) {
  return (
    <span className={classes.ready}>
      <IconCircleCheck size={16} aria-hidden />
      {word}
    </span>
  )
}

/** No watermark: the file is not a stored document yet. */
function FilePreview({ file }: { file: File }) {
  const pdf = !isPicture(file)
  const url = useObjectUrl(pdf ? undefined : file)
  const [broken, setBroken] = useState(false)
  const sign = pdf ? (
    <IconFileTypePdf size={32} stroke={1.3} aria-hidden />
  ) : (
    <IconPhoto size={28} stroke={1.3} aria-hidden />
  )
  return (
    <span className={classes.preview}>
      {pdf && <PdfThumbnail blob={file} label="" fallback={sign} />}
      {!pdf && url && !broken && <img src={url} alt="" onError={() => setBroken(true)} />}
      {broken && sign}
    </span>
  )
}
