import { storedTypeLabels } from '@kyc/contract/labels.ts'
import { ActionIcon, Box, Center, Group, Image, Progress, Stack, Text } from '@mantine/core'
import {
  IconCircleCheck,
  IconEyeOff,
  IconFileTypePdf,
  IconPhoto,
  IconRefresh,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatBytes } from '../../../ui/format.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { useObjectUrl } from '../use-object-url.ts'
import { PdfThumbnail } from '../viewer/PdfThumbnail.tsx'
import { FileChooser, FileInput, type FilePickerProps } from './FileChooser.tsx'
import classes from './FileSlot.module.css'
import { percent } from './upload-progress.ts'

/** A picture that is being shrunk or converted; both can be cancelled. */
export function PreparingFile(props: { name: string; share: number; label: string; onCancel: () => void }) {
  const done = Math.round(props.share * 100)
  const act = /\.hei[cf]$/i.test(props.name) ? '変換' : '縮小'
  return (
    <>
      <PreviewBox>
        <IconPhoto size={28} stroke={1.3} aria-hidden />
      </PreviewBox>
      <Facts name={props.name}>
        <State percent={done}>画像を{act}中</State>
        <Progress value={done} size={6} aria-label={`${props.label}：画像を${act}中`} />
      </Facts>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
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
    <Box flex={1} miw={0}>
      <Group gap="sm" wrap="nowrap">
        <Facts name={name}>
          <Text size="xs" fw={700} c="red">
            選び直してください
          </Text>
        </Facts>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`${storedTypeLabels[picker.type]}を取り除く`}
          onClick={onClear}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
      <Group gap="sm" wrap="nowrap">
        <FileChooser {...picker} />
      </Group>
    </Box>
  )
}

export interface ChosenFileProps extends FilePickerProps {
  file: File
  sentBytes: number | undefined
  /** Opens the redaction tool. */
  onRedact: () => void
  onClear: () => void
}

/** Whether the file is not a PDF. The name decides, since `prepareFile` has checked that it fits the bytes. */
export function isPicture(file: File): boolean {
  return !file.name.toLowerCase().endsWith('.pdf')
}

/** A file that is ready or being sent. */
export function ChosenFile({ file, sentBytes, onRedact, onClear, ...input }: ChosenFileProps) {
  const label = storedTypeLabels[input.type]
  return (
    <>
      <FilePreview file={file} />
      <Facts name={file.name}>
        {sentBytes === undefined ? (
          <State>
            <Ready word="選択済み" /> {formatBytes(file.size)}
          </State>
        ) : (
          <Sending size={file.size} sentBytes={sentBytes} label={label} />
        )}
        {sentBytes === undefined && isPicture(file) && (
          <LinkButton aria-label={`${label}の一部を隠す`} onClick={onRedact}>
            <IconEyeOff size={16} aria-hidden />
            一部を隠す
          </LinkButton>
        )}
      </Facts>
      {sentBytes === undefined && (
        <Stack gap={0}>
          <ActionIcon component="label" variant="subtle" color="gray" size={36} title="選び直す">
            <IconRefresh size={18} aria-hidden />
            <FileInput {...input} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`${label}を取り除く`}
            onClick={onClear}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Stack>
      )}
    </>
  )
}

function Sending({ size, sentBytes, label }: { size: number; sentBytes: number; label: string }) {
  if (sentBytes === 0) return <State>送信待ち {formatBytes(size)}</State>
  if (sentBytes >= size) {
    return (
      <State>
        <Ready word="送信済み" /> {formatBytes(size)}
      </State>
    )
  }
  return (
    <>
      <State percent={percent(sentBytes, size)}>
        送信中 {formatBytes(sentBytes)} / {formatBytes(size)}
      </State>
      <Progress value={percent(sentBytes, size)} size={6} aria-label={`${label}：送信中`} />
    </>
  )
}

function Ready({ word }: { word: string }) {
  return (
    <Group component="span" gap={4} fw={700} c="green">
      <IconCircleCheck size={16} aria-hidden />
      {word}
    </Group>
  )
}

/** What is shown next to the picture. */
function Facts({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box flex={1} miw={0} lh="sm">
      <Text lh="sm" truncate title={name}>
        {name}
      </Text>
      {children}
    </Box>
  )
}

function State({ percent: done, children }: { percent?: number; children: ReactNode }) {
  return (
    <Group gap="0 8px" fz="xs" c="dimmed">
      {children}
      {done !== undefined && (
        <Text span inherit fw={700} c="var(--app-text)" ml="auto">
          {done}%
        </Text>
      )}
    </Group>
  )
}

function PreviewBox({ children }: { children: ReactNode }) {
  return (
    <Center w={96} h={72} bdrs="sm" bg="var(--app-shade)" c="var(--app-text-3)" className={classes.preview}>
      {children}
    </Center>
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
    <PreviewBox>
      {pdf && <PdfThumbnail blob={file} label="" fallback={sign} />}
      {!pdf && url && !broken && <Image h="100%" src={url} alt="" onError={() => setBroken(true)} />}
      {broken && sign}
    </PreviewBox>
  )
}
