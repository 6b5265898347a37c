import { partnerModeLabels } from '@kyc/contract/labels.ts'
import {
  putWebhook,
  removeWebhook,
  rotateWebhookSecret,
  type Webhook,
} from '@kyc/contract/partner-webhooks.ts'
import type { Partner, PartnerMode } from '@kyc/contract/partners.ts'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKey } from '../../api/queries.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { CredentialsDialog } from './CredentialsDialog.tsx'
import { RotateDialog } from './RotateDialog.tsx'

export type WebhookAct = 'set' | 'rotate' | 'remove'

interface DialogProps {
  partner: Partner
  mode: PartnerMode
  onClose: () => void
}

/** The dialogs about the address of one mode. */
export function WebhookDialogs({
  act,
  webhook,
  ...props
}: DialogProps & { act: WebhookAct; webhook: Webhook | undefined }) {
  if (act === 'set') return <SetDialog {...props} webhook={webhook} />
  if (!webhook) return null
  if (act === 'remove') return <RemoveDialog {...props} webhook={webhook} />
  const { partner, onClose } = props
  const params = { id: partner.id, webhookId: webhook.id }
  return (
    <RotateDialog
      partner={partner}
      title="Webhookの署名シークレットを再発行"
      of={[partner.id, webhook.id]}
      rotate={async (idempotencyKey) => {
        const { secret: webhookSecret } = await call(rotateWebhookSecret, { params, idempotencyKey })
        return { webhookSecret }
      }}
      onClose={onClose}
    >
      新しい署名シークレットを発行します。24時間は、新旧両方の署名を付けて送ります。
    </RotateDialog>
  )
}

function SetDialog({ partner, mode, webhook, onClose }: DialogProps & { webhook: Webhook | undefined }) {
  const queries = useQueryClient()
  const form = useFormCall({
    initial: { mode, url: webhook?.url ?? '' },
    schema: putWebhook.body,
    call: (body) => call(putWebhook, { params: { id: partner.id }, body }),
    onDone: async (reply) => {
      await queries.invalidateQueries({ queryKey: queryKey('partners') })
      if (reply.secret !== null) return
      onClose()
      showToast('Webhookの送信先を変更しました')
    },
  })
  const secret = form.reply?.secret
  if (secret) return <CredentialsDialog name={partner.name} webhookSecret={secret} onClose={onClose} />
  return (
    <FormDialog
      title={`${partnerModeLabels[mode]}のWebhookの送信先`}
      size={560}
      submit={webhook ? '変更する' : '設定する'}
      failed="Webhookの送信先を設定できませんでした"
      state={form}
      onClose={onClose}
    >
      <TextInput
        size="md"
        type="url"
        label="送信先のURL"
        description={`「許可する送信先」の下のアドレスを入力してください：${partner.callbackOrigins.join('、')}`}
        value={form.values.url}
        error={form.errors.url ?? form.errors.mode}
        data-autofocus
        onChange={(event) => form.change({ url: event.currentTarget.value })}
      />
    </FormDialog>
  )
}

function RemoveDialog({ partner, webhook, onClose }: DialogProps & { webhook: Webhook }) {
  const queries = useQueryClient()
  return (
    <ActDialog
      title="Webhookの送信先の削除"
      confirm="削除する"
      danger
      act={() => call(removeWebhook, { params: { id: partner.id, webhookId: webhook.id } })}
      onDone={async () => {
        await queries.invalidateQueries({ queryKey: queryKey('partners') })
        onClose()
        showToast('Webhookの送信先を削除しました')
      }}
      onClose={onClose}
    >
      <code>{webhook.url}</code> にイベントを送らなくしますか？
      <br />
      送信待ちのイベントも送られなくなります。提携先は、APIでイベントを受け取れます。
    </ActDialog>
  )
}
