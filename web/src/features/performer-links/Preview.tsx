import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { Button, Group, Image, Paper, Progress, Stack, Text } from '@mantine/core'
import { IconEyeOff, IconFileTypePdf, IconMaximize, IconRefresh, IconSend } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import type { SlotState } from '../documents/slots/slot-state.ts'
import { percent, secondsLeft } from '../documents/slots/upload-progress.ts'
import type { Sending } from '../documents/slots/use-upload.ts'
import { useObjectUrl } from '../documents/use-object-url.ts'
import { useTexts } from './use-texts.ts'

export interface PreviewProps {
  type: DocumentType
  slot: Extract<SlotState, { kind: 'ready' }>
  /** Set while the file is being sent. */
  sending: Sending | undefined
  /** What to hide in a picture of this document. */
  suggested: readonly string[]
  /** Restores the picture before the crop; undefined if the picture is not cropped. */
  onWhole: (() => void) | undefined
  onRetake: () => void
  onRedact: () => void
  onSend: () => void
  onStop: () => void
}

/** The picture before it is sent; afterwards this page can't show it again. */
export function Preview({
  type,
  slot,
  sending,
  suggested,
  onWhole,
  onRetake,
  onRedact,
  onSend,
  onStop,
}: PreviewProps) {
  const texts = useTexts()
  const { file } = slot
  // A face has nothing to hide.
  const hides = type !== 'selfie'
  const isPdf = file.name.toLowerCase().endsWith('.pdf')
  const url = useObjectUrl(isPdf ? undefined : file)
  return (
    <>
      {isPdf ? (
        <Paper withBorder p="md">
          <Group gap="sm" wrap="nowrap">
            <IconFileTypePdf size={32} stroke={1.3} aria-hidden />
            {file.name}
          </Group>
        </Paper>
      ) : (
        url && (
          <Image
            mah="min(480px, 52dvh)"
            radius="md"
            fit="contain"
            bg="var(--app-stage)"
            src={url}
            alt={texts.preview(texts.documents[type])}
          />
        )
      )}
      {sending ? (
        <SendingFile sending={sending} onStop={onStop} />
      ) : (
        <>
          {onWhole && (
            <Group justify="space-between" gap="sm">
              <Note>{texts.cropped}</Note>
              <Button variant="default" leftSection={<IconMaximize size={18} />} onClick={onWhole}>
                {texts.useWhole}
              </Button>
            </Group>
          )}
          {(slot.hints ?? []).map((hint) => (
            <Alert key={hint} tone="wait">
              {texts.hints[hint]}
            </Alert>
          ))}
          {suggested.map((text) => (
            <Alert key={text} tone="wait" icon={IconEyeOff}>
              {text}
            </Alert>
          ))}
          {!isPdf && <Note>{texts.previewLead}</Note>}
          <Button fullWidth leftSection={<IconSend size={18} />} onClick={onSend}>
            {texts.send}
          </Button>
          <Group grow gap="sm">
            <Button variant="default" leftSection={<IconRefresh size={18} />} onClick={onRetake}>
              {isPdf ? texts.rechoose : texts.retake}
            </Button>
            {!isPdf && hides && (
              <Button variant="default" leftSection={<IconEyeOff size={18} />} onClick={onRedact}>
                {texts.redact}
              </Button>
            )}
          </Group>
          {!isPdf && hides && <Note>{texts.redactHint}</Note>}
        </>
      )}
    </>
  )
}

function SendingFile({ sending, onStop }: { sending: Sending; onStop: () => void }) {
  const texts = useTexts()
  const { progress, startedAt } = sending
  const done = percent(progress.sentBytes, progress.totalBytes)
  const left = secondsLeft(progress, Date.now() - startedAt)
  return (
    <Stack gap="sm">
      <Group justify="space-between" aria-live="polite">
        {/* All bytes are sent, but the server has not accepted them yet. */}
        {done === 100 ? texts.checking : texts.sending(done)}
        {left !== undefined && left > 0 && <Note>{texts.left(left)}</Note>}
      </Group>
      <Progress value={done} size={8} aria-label={texts.sendingLabel} />
      <Button variant="default" fullWidth onClick={onStop}>
        {texts.stop}
      </Button>
    </Stack>
  )
}

/** A picture that is being converted or shrunk. */
export function PreparingPicture({ share }: { share: number }) {
  const texts = useTexts()
  return (
    <Stack gap="sm" role="status">
      <p>{texts.preparing}</p>
      <Progress value={Math.round(share * 100)} size={8} aria-label={texts.preparing} />
    </Stack>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  )
}
