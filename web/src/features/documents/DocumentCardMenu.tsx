import { dayInJapan } from '@kyc/contract/dates.ts'
import { canAct, canReplace } from '@kyc/contract/document-rules.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { problems } from '@kyc/contract/problems.ts'
import { useSession } from '../../session/use-session.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { IconArrowBackUp, IconCheck, IconHistory, IconUpload } from '../../ui/icons.ts'
import type { MenuAction } from '../../ui/menu-action.ts'
import type { DocumentOpen } from './document-open.ts'

export interface DocumentCardMenuProps {
  document: PerformerDocument
  onOpen: (open: DocumentOpen) => void
}

/** Less frequent actions. Disabled by the same table as on the server, with the reason (D13). */
export function DocumentCardMenu({ document, onOpen }: DocumentCardMenuProps) {
  const { isAdmin } = useSession()
  const { type, status, ownWork } = document
  const replaceable = canReplace(isAdmin ? 'admin' : 'owner', document, dayInJapan(new Date()))
  const actions: MenuAction[] = [
    {
      label: replaceable ? 'ファイルを差し替える' : '承認済みの書類は差し替えられません',
      icon: IconUpload,
      disabled: !replaceable,
      onSelect: () => onOpen({ kind: 'submit', type }),
    },
    {
      label: `過去の版（現在 第${document.version}版）`,
      icon: IconHistory,
      onSelect: () => onOpen({ kind: 'versions', type }),
    },
  ]
  if (isAdmin && status !== 'pending' && canAct('reject', status)) {
    const onSelect = () => onOpen({ kind: 'reject', document })
    actions.unshift({ label: '承認を取り消して差し戻す', icon: IconArrowBackUp, disabled: ownWork, onSelect })
  }
  if (isAdmin && canAct('verify', status)) {
    const onSelect = () => onOpen({ kind: 'verify', document })
    actions.unshift({ label: '読み取った内容を添えて承認', icon: IconCheck, disabled: ownWork, onSelect })
  }
  const note = isAdmin && ownWork ? problems.FOUR_EYES.title : undefined
  const label = `${documentTypeLabels[type]}のその他の操作`
  return <ActionMenu label={label} title="その他の操作" actions={actions} note={note} />
}
