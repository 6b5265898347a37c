import type { LinkLanguage } from '@kyc/contract/consent.ts'
import { day, hour } from '@kyc/contract/durations.ts'
import { createPerformerLink } from '@kyc/contract/performer-links.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog, DialogCancel } from '../../ui/Dialog.tsx'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { refreshLink } from './link-queries.ts'

type Way = 'mail' | 'qr'

const ways = [
  { value: 'mail', label: 'メールで送る', note: 'リンクは、ご本人のメールアドレスにだけ届きます' },
  { value: 'qr', label: 'QRコードを見せる', note: '目の前にいるご本人が、スマートフォンで読み取ります' },
] as const satisfies readonly { value: Way; label: string; note: string }[]

const languages = [
  { value: 'ja', label: '日本語' },
  { value: 'en', label: 'English' },
] as const satisfies readonly { value: LinkLanguage; label: string }[]

export interface SendLinkDialogProps {
  performer: Pick<Performer, 'id' | 'name' | 'email'>
  /** Whether the performer has a usable link, which the new one ends. */
  replaces: boolean
  onClose: () => void
}

/** Sends the performer's own link by mail, or shows it as a QR code. */
export function SendLinkDialog({ performer, replaces, onClose }: SendLinkDialogProps) {
  const queries = useQueryClient()
  const [shown, setShown] = useState<{ url: string; expiresAt: string } | null>(null)
  const form = useFormCall({
    initial: { way: 'mail' as Way, email: performer.email ?? '', language: 'ja' as LinkLanguage },
    schema: createPerformerLink.body,
    body: ({ way, email, language }) => ({ email: way === 'mail' ? email : null, language }),
    call: (body, idempotencyKey) =>
      call(createPerformerLink, { params: { id: performer.id }, body, idempotencyKey }),
    onDone: async ({ link, url }) => {
      void refreshLink(queries)
      if (url !== null) return setShown({ url, expiresAt: link.expiresAt })
      onClose()
      showToast('ご本人にリンクを送りました')
    },
  })
  if (shown) return <LinkQrDialog performer={performer} {...shown} onClose={onClose} />
  const { way, language } = form.values
  return (
    <FormDialog
      title="本人に提出してもらう"
      submit={way === 'mail' ? 'リンクを送る' : 'QRコードを表示'}
      failed="リンクを作成できませんでした"
      state={form}
      onClose={onClose}
    >
      <p>
        {performer.name}さんがご自身のスマートフォンで同意し、書類を撮影して提出します。リンクは
        {recordLimits.performerLink.valid / hour}時間（{recordLimits.performerLink.valid / day}
        日間）使えます。
      </p>
      {replaces && <Alert tone="wait">新しいリンクを作成すると、これまでのリンクは使えなくなります。</Alert>}
      <Choices legend="渡し方" options={ways} value={way} onChange={(value) => form.change({ way: value })} />
      {way === 'mail' && (
        <TextInput
          size="md"
          label={<FieldLabel kind="required">ご本人のメールアドレス</FieldLabel>}
          aria-required
          type="email"
          autoComplete="off"
          placeholder="name@example.com"
          {...form.field('email')}
        />
      )}
      <Choices
        legend="画面の言語"
        options={languages}
        value={language}
        onChange={(value) => form.change({ language: value })}
      />
    </FormDialog>
  )
}

interface LinkQrDialogProps {
  performer: Pick<Performer, 'name'>
  url: string
  expiresAt: string
  onClose: () => void
}

/** Shows the URL of the link, which is in no other reply, so that a colleague can't open the link later. */
function LinkQrDialog({ performer, url, expiresAt, onClose }: LinkQrDialogProps) {
  return (
    <Dialog
      title="本人に提出してもらう"
      size={480}
      onClose={onClose}
      footer={<DialogCancel>閉じる</DialogCancel>}
    >
      <Stack align="center" gap="sm">
        <p>{performer.name}さんのスマートフォンのカメラで読み取ってもらってください。</p>
        <QrCode text={url} label="提出用のリンクのQRコード" />
        <Text size="xs" c="dimmed">
          <Timestamp at={expiresAt} />
          まで使えます。最初に開いた端末だけで手続きできます。この画面を閉じると、同じQRコードは表示できません。
        </Text>
        <Text size="xs" c="dimmed">
          読み取れない場合は、リンクをご本人に渡してください。
        </Text>
        <CopyButton value={url} label="リンクをコピー" worded />
      </Stack>
    </Dialog>
  )
}
