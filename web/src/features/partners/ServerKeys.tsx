import { partnerModeLabels } from '@kyc/contract/labels.ts'
import { partnerScopeLabels, partnerScopes } from '@kyc/contract/partner-api-vocabulary.ts'
import {
  createApiKey,
  listApiKeys,
  newKeySchema,
  type PartnerApiKey,
  revokeApiKey,
  rotateApiKey,
} from '@kyc/contract/partner-keys.ts'
import { type Partner, partnerModes } from '@kyc/contract/partners.ts'
import { Box, Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { callQuery, queryKey } from '../../api/queries.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { RuledList } from '../../ui/RuledList.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { CredentialsDialog } from './CredentialsDialog.tsx'
import { RotateDialog } from './RotateDialog.tsx'

type Act = { readonly kind: 'create' } | { readonly kind: 'rotate' | 'revoke'; readonly key: PartnerApiKey }

/** The keys of the partner's server (D112), apart from the API key in addresses. */
export function ServerKeys({ partner }: { partner: Partner }) {
  const keys = useQuery(callQuery(listApiKeys, { params: { id: partner.id } }))
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  return (
    <Section
      title="サーバー用キー"
      note="提携先のサーバーが提携先APIを呼び出すためのキー"
      action={
        <Button variant="default" onClick={() => setAct({ kind: 'create' })}>
          発行
        </Button>
      }
    >
      {keys.isPending && (
        <Box p="md">
          <TextSkeleton lines={2} />
        </Box>
      )}
      {keys.isError && !keys.data && (
        <ErrorState title="サーバー用キーを取得できませんでした" {...failedQuery(keys)} />
      )}
      {keys.data?.length === 0 && (
        <EmptyState title="サーバー用キーはありません">
          提携先がAPIを使う場合に、「発行」から作成してください。
        </EmptyState>
      )}
      {keys.data && keys.data.length > 0 && (
        <RuledList flush>
          {keys.data.map((key) => (
            <KeyLine key={key.id} of={key} onAct={setAct} />
          ))}
        </RuledList>
      )}
      {act?.kind === 'create' && <CreateDialog partner={partner} onClose={close} />}
      {act?.kind === 'rotate' && (
        <RotateDialog
          partner={partner}
          title="サーバー用キーを再発行"
          of={[partner.id, act.key.id]}
          rotate={async (idempotencyKey) => {
            const params = { id: partner.id, keyId: act.key.id }
            return { serverKey: (await call(rotateApiKey, { params, idempotencyKey })).secret }
          }}
          onClose={close}
        >
          同じ操作ができる新しいキーを発行します。<code>…{act.key.hint}</code> も、24時間は使えます。
        </RotateDialog>
      )}
      {act?.kind === 'revoke' && <RevokeDialog partner={partner} of={act.key} onClose={close} />}
    </Section>
  )
}

function KeyLine({ of: key, onAct }: { of: PartnerApiKey; onAct: (act: Act) => void }) {
  return (
    <Group component="li" gap="sm" mih={64} px="md" py="xs">
      <Box flex="1 1 240px">
        <Group gap="xs">
          <code>…{key.hint}</code>
          <StateBadge tone={key.mode === 'live' ? 'ok' : 'neutral'}>{partnerModeLabels[key.mode]}</StateBadge>
        </Group>
        <Text fz="xs">
          {partnerScopes
            .filter((scope) => key.scopes.includes(scope))
            .map((scope) => partnerScopeLabels[scope])
            .join('、')}
        </Text>
        <Text fz="xs" c="dimmed">
          <Timestamp at={key.createdAt} /> に発行・
          {key.lastUsedAt ? `最後の利用 ${formatDateTime(key.lastUsedAt)}` : 'まだ使われていません'}
          {key.expiresAt && `・${formatDateTime(key.expiresAt)} まで使えます`}
        </Text>
      </Box>
      {!key.expiresAt && (
        <Button
          variant="default"
          aria-label={`…${key.hint} を再発行`}
          onClick={() => onAct({ kind: 'rotate', key })}
        >
          再発行
        </Button>
      )}
      <Button
        variant="default"
        c="red"
        aria-label={`…${key.hint} を失効`}
        onClick={() => onAct({ kind: 'revoke', key })}
      >
        失効
      </Button>
    </Group>
  )
}

interface DialogProps {
  partner: Partner
  onClose: () => void
}

function CreateDialog({ partner, onClose }: DialogProps) {
  const queries = useQueryClient()
  const form = useFormCall({
    initial: { mode: 'test' as 'test' | 'live', scopes: [...partnerScopes] as string[] },
    schema: newKeySchema,
    call: (body, idempotencyKey) => call(createApiKey, { params: { id: partner.id }, body, idempotencyKey }),
    onDone: () => queries.invalidateQueries({ queryKey: queryKey('partners') }),
  })
  if (form.reply)
    return <CredentialsDialog name={partner.name} serverKey={form.reply.secret} onClose={onClose} />
  return (
    <FormDialog
      title="サーバー用キーの発行"
      submit="発行する"
      failed="サーバー用キーを発行できませんでした"
      state={form}
      onClose={onClose}
    >
      <NativeSelect
        size="md"
        label="種別"
        description={
          partner.mode === 'test'
            ? 'テストの提携先には、テスト用のキーだけを発行できます。'
            : 'テスト用のキーでは、実在しない記録だけを読み書きします。'
        }
        data={partnerModes
          .filter((mode) => mode === 'test' || partner.mode === 'live')
          .map((mode) => ({ value: mode, label: partnerModeLabels[mode] }))}
        value={form.values.mode}
        error={form.errors.mode}
        data-autofocus
        onChange={(event) => form.change({ mode: event.currentTarget.value === 'live' ? 'live' : 'test' })}
      />
      <Checkbox.Group
        label="使える操作"
        value={form.values.scopes}
        error={form.errors.scopes}
        onChange={(scopes) => form.change({ scopes })}
      >
        <Stack gap={6} mt={6}>
          {partnerScopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={partnerScopeLabels[scope]} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  )
}

function RevokeDialog({ partner, of: key, onClose }: DialogProps & { of: PartnerApiKey }) {
  const queries = useQueryClient()
  return (
    <ActDialog
      title="サーバー用キーの失効"
      confirm="失効させる"
      danger
      act={() => call(revokeApiKey, { params: { id: partner.id, keyId: key.id } })}
      onDone={async () => {
        await queries.invalidateQueries({ queryKey: queryKey('partners') })
        onClose()
        showToast('サーバー用キーを失効させました')
      }}
      onClose={onClose}
    >
      <code>…{key.hint}</code> を今すぐ使えなくしますか？
      <br />
      提携先がまだ使っている場合は、連携が止まります。
    </ActDialog>
  )
}
