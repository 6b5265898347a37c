import { destructionKindLabels, destructionKinds, keptByTexts } from '@kyc/contract/sealed-labels.ts'
import {
  confirmDestruction,
  requestDestruction,
  type SealedPerformer,
  stopDestruction,
  withdrawDestruction,
} from '@kyc/contract/sealed-performers.ts'
import { Box, Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { call } from '../../../api/call.ts'
import { ActDialog } from '../../../ui/ActDialog.tsx'
import { FieldLabel } from '../../../ui/FieldBadge.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { Section } from '../../../ui/Section.tsx'
import { useFormCall } from '../../../ui/use-form-call.ts'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { ReasonField } from '../ReasonField.tsx'
import { useSealedActDone } from './sealed-queries.ts'

type Act = 'request' | 'confirm' | 'withdraw' | 'stop'

/**
 * The destruction before the retention ends: one superadmin requests it, another confirms it, and a day later it
 * happens (D116).
 */
export function DestructionSection({ record }: { record: SealedPerformer }) {
  const [open, setOpen] = useState<Act | null>(null)
  const close = () => setOpen(null)
  return (
    <Section title="期限前の破棄">
      <Box p="md">
        {record.request ? (
          <OpenRequest record={record} onAct={setOpen} />
        ) : (
          <NoRequest why={whyNot(record)} onRequest={() => setOpen('request')} />
        )}
      </Box>
      {open === 'request' && <RequestDialog id={record.id} onClose={close} />}
      {open === 'confirm' && <ConfirmDestruction id={record.id} onClose={close} />}
      {open === 'stop' && <StopDialog id={record.id} onClose={close} />}
      {open === 'withdraw' && <WithdrawDialog record={record} onClose={close} />}
    </Section>
  )
}

/** Why the destruction cannot be requested; undefined if it can. */
function whyNot({ held, keptBy }: SealedPerformer): string | undefined {
  if (held) return '保全中は申請できません。'
  return keptBy ? keptByTexts[keptBy] : undefined
}

function NoRequest({ why, onRequest }: { why: string | undefined; onRequest: () => void }) {
  const whyId = useId()
  return (
    <>
      <Text size="xs" c="dimmed" mb="sm">
        本人の請求、裁判所等の命令、誤った登録の場合に限り、保存期限の前に破棄できます。最高管理者が申請し、7日以内にほかの最高管理者が承認すると、24時間後に破棄されます。
      </Text>
      {why && (
        <Text size="xs" c="dimmed" mb="sm" id={whyId}>
          {why}
        </Text>
      )}
      <Button
        variant="default"
        leftSection={<IconTrash size={17} />}
        disabled={why !== undefined}
        aria-describedby={why ? whyId : undefined}
        onClick={onRequest}
      >
        破棄を申請
      </Button>
    </>
  )
}

function OpenRequest({ record, onAct }: { record: SealedPerformer; onAct: (act: Act) => void }) {
  const { request, requestReason } = record
  if (!request) return null
  if (request.effectiveAt !== null) return <ConfirmedRequest record={record} onStop={() => onAct('stop')} />
  return (
    <>
      <RequestFacts title="破棄の申請があります" request={request} reason={requestReason} />
      <Text size="xs" c="dimmed" mb="sm">
        {formatDateTime(request.expiresAt)}まで有効です。
        {request.own && 'ご自身の申請です。ほかの最高管理者が承認すると、24時間後に破棄されます。'}
      </Text>
      <Group gap="xs">
        {!request.own && (
          <Button color="red" onClick={() => onAct('confirm')}>
            破棄を承認
          </Button>
        )}
        <Button variant="default" onClick={() => onAct('withdraw')}>
          {request.own ? '申請を取り消す' : '承認しない'}
        </Button>
      </Group>
    </>
  )
}

interface RequestFactsProps {
  title: string
  request: NonNullable<SealedPerformer['request']>
  reason: string | null
}

function RequestFacts({ title, request, reason }: RequestFactsProps) {
  return (
    <Text mb="sm">
      <strong>{title}</strong>
      <br />
      申請：{formatDateTime(request.requestedAt)}（{request.requestedBy}）
      {request.confirmedBy !== null && (
        <>
          <br />
          承認：{request.confirmedBy}
        </>
      )}
      {request.kind !== null && (
        <>
          <br />
          種類：{destructionKindLabels[request.kind]}
        </>
      )}
      <br />
      理由：{reason}
    </Text>
  )
}

/** Shown between the confirmation and the destruction, while any superadmin may stop it. */
function ConfirmedRequest({ record, onStop }: { record: SealedPerformer; onStop: () => void }) {
  const { request, requestReason } = record
  if (!request?.effectiveAt) return null
  return (
    <>
      <RequestFacts title="破棄が承認されました" request={request} reason={requestReason} />
      <Text size="xs" c="dimmed" mb="sm">
        <strong>{formatDateTime(request.effectiveAt)}</strong>
        に破棄され、元に戻せなくなります。それまでは、どの最高管理者も中止できます。
      </Text>
      <Button variant="default" onClick={onStop}>
        破棄を中止
      </Button>
    </>
  )
}

function StopDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const finish = useSealedActDone()
  return (
    <ReasonDialog
      title="破棄の中止"
      label="中止の理由"
      description="監査ログに表示されます。"
      submit="破棄を中止する"
      failed="中止できませんでした"
      onDone={(after: SealedPerformer) => finish(after, '破棄を中止しました')}
      schema={stopDestruction.body}
      act={(body) => call(stopDestruction, { params: { id }, body })}
      onClose={onClose}
    >
      中止すると、記録は保存期限まで保管されます。すべての最高管理者にメールで知らせます。
    </ReasonDialog>
  )
}

const kindChoices = destructionKinds.map((kind) => ({ value: kind, label: destructionKindLabels[kind] }))

function RequestDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const finish = useSealedActDone()
  const form = useFormCall({
    initial: { kind: '', reason: '' },
    schema: requestDestruction.body,
    call: (body) => call(requestDestruction, { params: { id }, body }),
    onDone: async (after: SealedPerformer) => {
      await finish(after, '破棄を申請しました')
      onClose()
    },
  })
  return (
    <FormDialog
      title="期限前の破棄の申請"
      submit="申請する"
      failed="申請できませんでした"
      state={form}
      onClose={onClose}
    >
      <p>
        ほかの最高管理者が7日以内に承認すると、その24時間後にこの記録を破棄します。破棄した記録は元に戻せません。すべての最高管理者にメールで知らせます。
      </p>
      <NativeSelect
        size="md"
        label={<FieldLabel kind="required">破棄の種類</FieldLabel>}
        aria-label="破棄の種類"
        aria-required
        data={[{ value: '', label: '選択してください' }, ...kindChoices]}
        value={form.values.kind}
        error={form.errors.kind}
        data-autofocus
        onChange={(event) => form.change({ kind: event.currentTarget.value })}
      />
      <ReasonField
        label="破棄の理由"
        description="この画面と監査ログに表示されます。"
        {...form.field('reason')}
      />
    </FormDialog>
  )
}

function ConfirmDestruction({ id, onClose }: { id: string; onClose: () => void }) {
  const finish = useSealedActDone()
  return (
    <ActDialog
      title="破棄の承認"
      confirm="破棄を承認する"
      danger
      act={() => call(confirmDestruction, { params: { id } })}
      onDone={async (after) => {
        onClose()
        await finish(after, '破棄を承認しました')
      }}
      onClose={onClose}
    >
      この記録の氏名などの内容と書類の破棄を承認しますか？24時間後に破棄され、元に戻せなくなります。それまでは、どの最高管理者も中止できます。
      <br />
      破棄した日時と、書類のハッシュ値だけが残ります。
    </ActDialog>
  )
}

function WithdrawDialog({
  record: { id, request },
  onClose,
}: {
  record: SealedPerformer
  onClose: () => void
}) {
  const finish = useSealedActDone()
  const own = request?.own ?? false
  return (
    <ActDialog
      title={own ? '申請の取り消し' : '申請の却下'}
      confirm={own ? '申請を取り消す' : '承認しない'}
      act={() => call(withdrawDestruction, { params: { id } })}
      onDone={async (after) => {
        onClose()
        await finish(after, '申請を取り消しました')
      }}
      onClose={onClose}
    >
      破棄の申請を取り消しますか？記録は、保存期限まで保管されます。
    </ActDialog>
  )
}
