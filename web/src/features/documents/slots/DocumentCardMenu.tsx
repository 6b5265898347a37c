import { dayInJapan } from '@kyc/contract/dates.ts'
import { canAct, canReplace } from '@kyc/contract/document-rules.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { problems } from '@kyc/contract/problems.ts'
import { IconArrowBackUp, IconCheck, IconHistory, IconUpload } from '@tabler/icons-react'
import { useSession } from '../../../session/use-session.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import type { MenuAction } from '../../../ui/menu-action.ts'
import { useSubmitRefused } from '../closed-case.ts'
import type { DocumentOpen } from '../document-open.ts'

export interface DocumentCardMenuProps {
  doc: PerformerDocument
  /** Opens the document at its decision. */
  onDecide: () => void
  onOpen: (open: DocumentOpen) => void
}

/** The less frequent actions. The rules that disable an action, with the reason, are those of the server. */
export function DocumentCardMenu({ doc, onDecide, onOpen }: DocumentCardMenuProps) {
  const { isAdmin } = useSession()
  const { disabled } = useSubmitRefused()
  const { type, status, ownWork } = doc
  const replaceable = canReplace(isAdmin ? 'admin' : 'owner', doc, dayInJapan(new Date()))
  const actions: MenuAction[] = [
    {
      label: replaceable ? 'ファイルを差し替える' : '承認済みの書類は差し替えられません',
      icon: IconUpload,
      disabled: !replaceable || disabled,
      onSelect: () => onOpen({ kind: 'submit', types: [type] }),
    },
    {
      label: doc.version > 1 ? `過去の版（現在 第${doc.version}版）` : '過去の版はありません（現在 第1版）',
      icon: IconHistory,
      disabled: doc.version === 1,
      onSelect: () => onOpen({ kind: 'versions', type }),
    },
  ]
  if (isAdmin && status !== 'pending' && canAct('reject', status)) {
    const onSelect = () => onOpen({ kind: 'reject', doc })
    actions.unshift({
      label: '承認を取り消して差し戻す',
      icon: IconArrowBackUp,
      disabled: ownWork || disabled,
      onSelect,
    })
  }
  if (isAdmin && status !== 'pending' && canAct('verify', status)) {
    actions.unshift({
      label: '差し戻しを取り消して承認',
      icon: IconCheck,
      disabled: ownWork || disabled,
      onSelect: onDecide,
    })
  }
  const note = isAdmin && ownWork ? problems.FOUR_EYES.title : undefined
  const label = `${documentTypeLabels[type]}のその他の操作`
  return <ActionMenu label={label} title="その他の操作" actions={actions} note={note} />
}
