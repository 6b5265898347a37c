import { partnerModeLabels } from '@kyc/contract/labels.ts'
import {
  listWebhooks,
  partnerHealth,
  putWebhook,
  testWebhook,
  type Webhook,
} from '@kyc/contract/partner-webhooks.ts'
import { type Partner, type PartnerMode, partnerModes } from '@kyc/contract/partners.ts'
import { Box, Button, Group, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { failureText } from '../../api/failure-text.ts'
import { callQuery, queryKey } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Section } from '../../ui/Section.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { showToast } from '../../ui/toast.ts'
import { webhookStops } from './partner-text.ts'
import { type WebhookAct, WebhookDialogs } from './WebhookDialogs.tsx'

/** The addresses for the events of the partner, one per mode, and whether deliveries and calls succeed (D112). */
export function WebhooksTab({ partner }: { partner: Partner }) {
  const webhooks = useQuery(callQuery(listWebhooks, { params: { id: partner.id } }))
  const modes = partnerModes.filter((mode) => mode === 'test' || partner.mode === 'live')
  return (
    <Stack>
      <Health partner={partner} />
      {webhooks.isPending && (
        <Section title="Webhook">
          <Box p="md">
            <TextSkeleton lines={3} />
          </Box>
        </Section>
      )}
      {webhooks.isError && !webhooks.data && (
        <ErrorState title="Webhookの送信先を取得できませんでした" {...failedQuery(webhooks)} />
      )}
      {webhooks.data &&
        modes.map((mode) => (
          <ModeSection
            key={mode}
            partner={partner}
            mode={mode}
            webhook={webhooks.data.find((each) => each.mode === mode)}
          />
        ))}
    </Stack>
  )
}

function Health({ partner }: { partner: Partner }) {
  const health = useQuery(callQuery(partnerHealth, { params: { id: partner.id } }))
  if (health.isError && !health.data)
    return <ErrorState title="連携の状況を取得できませんでした" {...failedQuery(health)} />
  return (
    <Section title="連携の状況" note="送信は結果とWebhookの合計">
      <Box p="md">
        {health.data ? (
          <Facts
            facts={[
              [
                '最後に届いた送信',
                health.data.lastSuccessAt ? (
                  <Timestamp key="success" at={health.data.lastSuccessAt} />
                ) : (
                  'まだありません'
                ),
              ],
              [
                '24時間の失敗',
                <AppLink key="failures" href={paths.partner(partner.id, { tab: 'deliveries' })}>
                  {health.data.failures}回
                </AppLink>,
              ],
              [
                '最も古い送信待ち',
                health.data.oldestWaitingAt ? (
                  <Timestamp key="waiting" at={health.data.oldestWaitingAt} />
                ) : (
                  'ありません'
                ),
              ],
              [
                '24時間のAPI呼び出し',
                <AppLink key="calls" href={paths.partner(partner.id, { tab: 'calls' })}>
                  {health.data.calls}回（エラー {health.data.failedCalls}回）
                </AppLink>,
              ],
            ]}
          />
        ) : (
          <TextSkeleton lines={4} />
        )}
      </Box>
    </Section>
  )
}

interface ModeProps {
  partner: Partner
  mode: PartnerMode
  webhook: Webhook | undefined
}

function ModeSection({ partner, mode, webhook }: ModeProps) {
  const [act, setAct] = useState<WebhookAct | null>(null)
  const title = `${partnerModeLabels[mode]}のWebhook`
  const open = (next: WebhookAct) => () => setAct(next)
  return (
    <Section
      title={title}
      action={
        <Button
          variant="default"
          aria-label={`${title}の送信先を${webhook ? '変更' : '設定'}`}
          onClick={open('set')}
        >
          {webhook ? '変更' : '設定'}
        </Button>
      }
    >
      {webhook ? (
        <WebhookView partner={partner} webhook={webhook} onAct={setAct} />
      ) : (
        <EmptyState title="送信先は設定されていません">
          設定すると、イベントを提携先のサーバーに送ります。設定しなくても、提携先はAPIでイベントを受け取れます。
        </EmptyState>
      )}
      {act && (
        <WebhookDialogs
          act={act}
          partner={partner}
          mode={mode}
          webhook={webhook}
          onClose={() => setAct(null)}
        />
      )}
    </Section>
  )
}

interface ViewProps {
  partner: Partner
  webhook: Webhook
  onAct: (act: WebhookAct) => void
}

function WebhookView({ partner, webhook, onAct }: ViewProps) {
  return (
    <Stack p="md" gap="md">
      <StopNotice partner={partner} webhook={webhook} />
      <Facts
        facts={[
          ['送信先', <code key="url">{webhook.url}</code>],
          ['署名シークレット', <Secrets key="secrets" webhook={webhook} />],
          ['版', webhook.version],
          ['設定した日時', <Timestamp key="at" at={webhook.updatedAt} />],
        ]}
      />
      <Group gap="xs">
        <TestButton partner={partner} webhook={webhook} />
        <Button variant="default" onClick={() => onAct('rotate')}>
          署名シークレットを再発行
        </Button>
        <Button variant="default" c="red" onClick={() => onAct('remove')}>
          送信先を削除
        </Button>
      </Group>
    </Stack>
  )
}

function Secrets({ webhook }: { webhook: Webhook }) {
  return webhook.secrets.map(({ hint, expiresAt }) => (
    <div key={hint}>
      <code>…{hint}</code>
      {expiresAt && `（${formatDateTime(expiresAt)} まで使えます）`}
    </div>
  ))
}

/** Why deliveries fail or are stopped. The button to resume them sets the same address again. */
function StopNotice({ partner, webhook }: Pick<ViewProps, 'partner' | 'webhook'>) {
  const queries = useQueryClient()
  const resume = useMutation({
    mutationFn: () =>
      call(putWebhook, { params: { id: partner.id }, body: { mode: webhook.mode, url: webhook.url } }),
    onSuccess: () => showToast('Webhookの送信を再開しました'),
    onError: (error) => showToast(failureText(error), 'bad'),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKey('partners') }),
  })
  if (webhook.stop === null) {
    if (!webhook.failingSince) return null
    return (
      <Alert tone="wait" title="送信に失敗しています">
        {formatDateTime(webhook.failingSince)}
        （日本時間）から、送信が成功していません。5日続くと、自動で停止します。
      </Alert>
    )
  }
  return (
    <Group gap="sm">
      <Box flex="1 1 320px">
        <Alert title="送信を停止しています">
          {webhookStops[webhook.stop]}再開すると、届いていないイベントを送ります。
        </Alert>
      </Box>
      <BusyButton variant="default" onClick={() => resume.mutate()} busy={resume.isPending}>
        送信を再開
      </BusyButton>
    </Group>
  )
}

function TestButton({ partner, webhook }: Pick<ViewProps, 'partner' | 'webhook'>) {
  const queries = useQueryClient()
  // A click after a reply is another test, so it gets a new key (D20).
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID())
  const test = useMutation({
    mutationFn: () =>
      call(testWebhook, { params: { id: partner.id, webhookId: webhook.id }, idempotencyKey }),
    onSuccess: (delivery) => {
      setKey(crypto.randomUUID())
      if (delivery.state === 'delivered') showToast('テストイベントが届きました')
      else showToast('テストイベントが届きませんでした', 'bad')
    },
    onError: (error) => showToast(failureText(error), 'bad'),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKey('partners') }),
  })
  const stopped = partner.disabled || partner.callbackStop !== null || webhook.stop !== null
  return (
    <BusyButton
      variant="default"
      disabled={stopped}
      title={stopped ? '送信を停止しているため、送信できません' : undefined}
      onClick={() => test.mutate()}
      busy={test.isPending}
    >
      テストイベントを送信
    </BusyButton>
  )
}
