import { type Campaign, getCampaign, stopCampaign } from '@kyc/contract/campaigns.ts'
import { Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { keyOf, queryKey } from '../../api/queries.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { showToast } from '../../ui/toast.ts'

/** Stops the mails of a campaign, and revokes its open links if this is selected. */
export function StopDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { id, asks } = campaign
  const queries = useQueryClient()
  const [revokeLinks, setRevokeLinks] = useState(false)
  return (
    <ActDialog
      title="一括依頼の停止"
      confirm="停止する"
      act={() => call(stopCampaign, { params: { id }, body: { revokeLinks } })}
      onDone={async (stopped) => {
        queries.setQueryData(keyOf(getCampaign, { params: { id } }), stopped)
        onClose()
        showToast('一括依頼を停止しました')
        await queries.invalidateQueries({ queryKey: queryKey('campaigns') })
      }}
      onClose={onClose}
    >
      <p>これから送る予定のメールとリマインダーを、すべて取りやめます。再開はできません。</p>
      {asks === 'documents' ? (
        <Checkbox
          mt="md"
          label="送信済みで未完了のリンクも取り消す"
          description="取り消さない場合は、有効期限までは提出できます。"
          checked={revokeLinks}
          onChange={({ currentTarget }) => setRevokeLinks(currentTarget.checked)}
        />
      ) : (
        <p>出演者ご本人のページは、停止したあとも開くことができます。</p>
      )}
    </ActDialog>
  )
}
