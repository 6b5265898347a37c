import { cancelTransfer, confirmTransfer, listTransfers, type Transfer } from '@kyc/contract/transfers.ts'
import { Button, Group } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { callQuery, queryKey } from '../../api/queries.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { formatCount, formatDateTime } from '../../ui/format.ts'
import { showToast } from '../../ui/toast.ts'

/** The open requests to move records or to merge organisations, for superadmins. Renders nothing if there is none. */
export function TransferRequests() {
  const requests = useQuery(callQuery(listTransfers))
  const [open, setOpen] = useState<{ act: 'confirm' | 'cancel'; transfer: Transfer } | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      {requests.data?.map((transfer) => (
        <Alert
          key={transfer.id}
          mb={16}
          tone="wait"
          role="status"
          title={transfer.merge ? '組織の統合の申請があります' : '記録の移行の申請があります'}
        >
          <p>{sentenceOf(transfer)}</p>
          <p>理由：{transfer.reason}</p>
          <p>
            申請：{transfer.requestedBy}　{formatDateTime(transfer.requestedAt)}（
            {formatDateTime(transfer.expiresAt)} まで有効）
          </p>
          {transfer.own && <p>ご自身の申請です。ほかの最高管理者が承認すると実行されます。</p>}
          <Group gap="xs" mt="xs">
            {!transfer.own && (
              <Button onClick={() => setOpen({ act: 'confirm', transfer })}>承認して実行</Button>
            )}
            <Button variant="default" onClick={() => setOpen({ act: 'cancel', transfer })}>
              {transfer.own ? '申請を取り消す' : '承認しない'}
            </Button>
          </Group>
        </Alert>
      ))}
      {open?.act === 'confirm' && <ConfirmTransfer transfer={open.transfer} onClose={close} />}
      {open?.act === 'cancel' && <CancelTransfer transfer={open.transfer} onClose={close} />}
    </>
  )
}

interface TransferActProps {
  transfer: Transfer
  onClose: () => void
}

function ConfirmTransfer({ transfer, onClose }: TransferActProps) {
  const queries = useQueryClient()
  return (
    <ActDialog
      title={transfer.merge ? '組織の統合' : '記録の移行'}
      confirm="承認して実行"
      danger
      act={() => call(confirmTransfer, { params: { id: transfer.id } })}
      onDone={async () => {
        onClose()
        // Refetches everything: owners, counts and members change on many pages.
        await queries.invalidateQueries()
        showToast(transfer.merge ? '組織を統合しました' : '記録を移行しました')
      }}
      onClose={onClose}
    >
      {sentenceOf(transfer)}
      <br />
      {transfer.merge
        ? 'すべての出演者、動画、メンバーを移行し、元の組織は利用停止になります。元に戻せません。'
        : '元の組織のメンバーは、すぐに表示できなくなります。'}
    </ActDialog>
  )
}

function CancelTransfer({ transfer, onClose }: TransferActProps) {
  const queries = useQueryClient()
  return (
    <ActDialog
      title={transfer.own ? '申請の取り消し' : '申請の却下'}
      confirm={transfer.own ? '申請を取り消す' : '承認しない'}
      act={() => call(cancelTransfer, { params: { id: transfer.id } })}
      onDone={async () => {
        onClose()
        await queries.invalidateQueries({ queryKey: queryKey('transfers') })
        showToast('申請を取り消しました')
      }}
      onClose={onClose}
    >
      {sentenceOf(transfer)}
      <br />
      この申請を取り消しますか？何も移行しません。
    </ActDialog>
  )
}

function sentenceOf({ from, to, merge, performerCount, videoCount }: Transfer): string {
  const records = `出演者${formatCount(performerCount)}名、動画${formatCount(videoCount)}件`
  return merge
    ? `「${from.name}」（${records}）を「${to.name}」に統合します。`
    : `「${from.name}」の${records}を「${to.name}」に移行します。`
}
