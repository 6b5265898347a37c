import { Button, Group, Loader, Progress, Text } from '@mantine/core'
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useId } from 'react'
import bar from '../../ui/bar.module.css'
import { formatBytes } from '../../ui/format.ts'
import { percent, secondsLeft } from '../documents/slots/upload-progress.ts'
import type { Sending } from '../documents/slots/use-upload.ts'
import classes from './RegistrationBar.module.css'
import { RegistrationError, type RegistrationErrorProps } from './RegistrationError.tsx'
import type { RegistrationForm } from './registration-form.ts'
import { isDraft, isPreparing, missingFields } from './required-items.ts'

export interface RegistrationBarProps {
  form: RegistrationForm
  registration: RegistrationErrorProps & { sending: Sending | undefined; stop: () => void }
  onSaveDraft: () => void
  onCancel: () => void
}

/** Bar at the bottom: the error, what is missing or the progress of sending, and the buttons. */
export function RegistrationBar({ form, registration, onSaveDraft, onCancel }: RegistrationBarProps) {
  const statusId = useId()
  const { sending, error, stopped, stop } = registration
  const ready = missingFields(form).length === 0 && !isPreparing(form)
  return (
    <div className={`${bar.bar} ${classes.bar}`}>
      {sending && (
        <Progress
          className={classes.progress}
          size={4}
          radius={0}
          value={percent(sending.progress.sentBytes, sending.progress.totalBytes)}
          aria-label="書類の送信"
        />
      )}
      {!sending && <RegistrationError error={error} stopped={stopped} form={form} />}
      {sending ? <SendingStatus id={statusId} {...sending} /> : <WaitingStatus id={statusId} form={form} />}
      <div className={bar.buttons}>
        {sending ? (
          <Button variant="default" size="md" onClick={stop}>
            送信を中止
          </Button>
        ) : (
          <Button variant="default" size="md" onClick={onCancel}>
            キャンセル
          </Button>
        )}
        {!sending && isDraft(form) && (
          <Button className={classes.draft} variant="default" size="md" onClick={onSaveDraft}>
            書類はあとで提出（下書き保存）
          </Button>
        )}
        <Button
          className={bar.act}
          type="submit"
          size="md"
          disabled={!ready || sending !== undefined}
          aria-describedby={statusId}
        >
          {sending ? '登録中...' : '登録'}
        </Button>
      </div>
    </div>
  )
}

function WaitingStatus({ id, form }: { id: string; form: RegistrationForm }) {
  const missing = missingFields(form)
  if (missing.length === 0 && !isPreparing(form)) {
    return (
      <Group className={bar.status} gap="xs" wrap="nowrap" id={id} aria-live="polite">
        <IconCircleCheck size={18} color="var(--app-ok-text)" aria-hidden />
        <strong>登録できます</strong>
      </Group>
    )
  }
  return (
    <Group className={bar.status} gap="xs" wrap="nowrap" id={id} aria-live="polite">
      <IconInfoCircle size={18} color="var(--app-wait-text)" aria-hidden />
      {missing.length > 0 ? (
        <span>
          <strong>あと{missing.length}項目で登録できます：</strong>
          {missing.map(({ label }) => label).join('、')}
        </span>
      ) : (
        <strong>画像の準備が終わると登録できます</strong>
      )}
    </Group>
  )
}

type SendingStatusProps = Sending & { id: string }

/** Screen readers announce what is being done, but not the numbers, which change too often. */
function SendingStatus({ id, progress, files, startedAt }: SendingStatusProps) {
  const left = secondsLeft(progress, Date.now() - startedAt)
  const allSent = progress.sentBytes >= progress.totalBytes
  return (
    <Group className={bar.status} gap="xs" wrap="nowrap">
      <Loader size={16} />
      <Group gap="0 12px">
        <strong id={id} role="status">
          {allSent ? 'サーバーで書類を確認しています' : '書類を送信しています'}
        </strong>
        <Text span size="xs" c="dimmed">
          {files}件中{progress.done}件完了・{formatBytes(progress.sentBytes)} /{' '}
          {formatBytes(progress.totalBytes)}
          {left !== undefined && !allSent && `・残り約${left}秒`}
        </Text>
      </Group>
    </Group>
  )
}
