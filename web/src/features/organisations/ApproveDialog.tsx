import { wordOf } from '@kyc/contract/labels.ts'
import { organisationKindLabels } from '@kyc/contract/organisation-labels.ts'
import {
  approveOrganisation,
  type ListedOrganisation,
  type Organisation,
} from '@kyc/contract/organisation-members.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toast.ts'
import { refreshOrganisations, useOrganisationRecord } from './organisation-queries.ts'

interface ApproveDialogProps {
  organisation: Pick<ListedOrganisation, 'id' | 'name'>
  onClose: () => void
}

const title = '組織の承認'

/** Shows what the office approves: the names under which the product writes to people outside, and the contact. */
export function ApproveDialog({ organisation: { id }, onClose }: ApproveDialogProps) {
  const record = useOrganisationRecord(id)
  // What was fetched earlier may be old, and what is shown does not change before the approval.
  if (record.data && record.isFetchedAfterMount)
    return <Approve organisation={record.data} onClose={onClose} />
  return (
    <Dialog title={title} onClose={onClose}>
      {record.isError ? (
        <ErrorState title="組織の情報を取得できませんでした" {...failedQuery(record)} />
      ) : (
        <TextSkeleton lines={4} />
      )}
    </Dialog>
  )
}

function Approve({ organisation: fetched, onClose }: { organisation: Organisation; onClose: () => void }) {
  const [organisation] = useState(fetched)
  const queries = useQueryClient()
  const { id, name, kind, legalName, contact, version, members } = organisation
  const representatives = members.filter(({ role }) => role === 'representative')
  const onDone = async () => {
    await refreshOrganisations(queries)
    onClose()
    showToast('組織を承認しました')
  }
  return (
    <ActDialog
      title={title}
      confirm="承認する"
      act={() => call(approveOrganisation, { params: { id }, body: { version } })}
      onClose={onClose}
      onDone={onDone}
    >
      <p>
        承認すると、この名前で出演者へのリンクとメンバーへの招待が届くようになります。実在と連絡先を確認してください。
      </p>
      <Facts
        facts={[
          ['組織名', name],
          ['種別', wordOf(organisationKindLabels, kind)],
          ['正式名称', legalName ?? '未設定'],
          ['連絡先', contact ?? '未設定'],
          [
            '代表',
            representatives.map((each) => `${each.name}（${each.email ?? 'メールアドレスなし'}）`).join('、'),
          ],
        ]}
      />
    </ActDialog>
  )
}
