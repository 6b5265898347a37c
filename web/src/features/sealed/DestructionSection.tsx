import {
  confirmDestruction,
  requestDestruction,
  type SealedPerformer,
  withdrawDestruction,
} from '@kyc/contract/sealed-performers.ts'
import { useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { IconTrash } from '../../ui/icons.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { Section } from '../../ui/Section.tsx'
import { ReasonDialog } from '../performers/ReasonDialog.tsx'
import classes from './sealed.module.css'
import { useSealedActDone } from './sealed-queries.ts'

type Act = 'request' | 'confirm' | 'withdraw'

/** The destruction before the retention ends: one superadmin requests it, another confirms it (D17). */
export function DestructionSection({ record }: { record: SealedPerformer }) {
  const [open, setOpen] = useState<Act | null>(null)
  const close = () => setOpen(null)
  return (
    <Section title="期限前の破棄">
      <div className={classes.body}>
        {record.request ? (
          <OpenRequest record={record} onAct={setOpen} />
        ) : (
          <NoRequest held={record.held} onRequest={() => setOpen('request')} />
        )}
      </div>
      {open === 'request' && <RequestDialog id={record.id} onClose={close} />}
      {open === 'confirm' && <ConfirmDestruction id={record.id} onClose={close} />}
      {open === 'withdraw' && <WithdrawDialog record={record} onClose={close} />}
    </Section>
  )
}

function NoRequest({ held, onRequest }: { held: boolean; onRequest: () => void }) {
  const whyId = useId()
  return (
    <>
      <p className={classes.note}>
        保存期限の前に破棄するには、最高管理者が申請し、7日以内に、ほかの最高管理者が承認します。
      </p>
      {held && (
        <p className={classes.note} id={whyId}>
          保全中は申請できません。
        </p>
      )}
      <Button
        variant="default"
        leftSection={<IconTrash size={17} />}
        disabled={held}
        aria-describedby={held ? whyId : undefined}
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
  return (
    <>
      <p>
        <strong>破棄の申請があります</strong>
        <br />
        {formatDateTime(request.requestedAt)}（{request.requestedBy}）
        <br />
        理由：{requestReason}
      </p>
      <p className={classes.note}>
        {formatDateTime(request.expiresAt)}まで有効です。
        {request.own && 'ご自身の申請です。ほかの最高管理者が承認すると破棄されます。'}
      </p>
      <div className={classes.acts}>
        {!request.own && (
          <Button color="red" onClick={() => onAct('confirm')}>
            承認して破棄
          </Button>
        )}
        <Button variant="default" onClick={() => onAct('withdraw')}>
          {request.own ? '申請を取り消す' : '承認しない'}
        </Button>
      </div>
    </>
  )
}

function RequestDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const finish = useSealedActDone()
  return (
    <ReasonDialog
      title="期限前の破棄の申請"
      label="破棄の理由"
      submit="申請する"
      failed="申請できませんでした"
      onDone={(after: SealedPerformer) => finish(after, '破棄を申請しました')}
      act={(body) => call(requestDestruction, { params: { id }, body })}
      onClose={onClose}
    >
      ほかの最高管理者が7日以内に承認すると、この記録を破棄します。破棄した記録は元に戻せません。
    </ReasonDialog>
  )
}

function ConfirmDestruction({ id, onClose }: { id: string; onClose: () => void }) {
  const finish = useSealedActDone()
  return (
    <ActDialog
      title="記録の破棄"
      confirm="承認して破棄"
      danger
      act={() => call(confirmDestruction, { params: { id } })}
      onDone={async (after) => {
        onClose()
        await finish(after, '記録を破棄しました')
      }}
      onClose={onClose}
    >
      この記録の氏名などの内容と書類を、いますぐ破棄しますか？
      <br />
      元に戻せません。破棄した日時と、書類のハッシュ値だけが残ります。
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
