import { dayInJapan } from '@kyc/contract/dates.ts'
import { canAct, canReplace } from '@kyc/contract/document-rules.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { ActionIcon, Menu } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/Menu.css'
import '@mantine/core/styles/Popover.css'
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useSession } from '../../session/use-session.ts'
import type { DocumentOpen } from './document-open.ts'

export interface DocumentCardMenuProps {
  document: PerformerDocument
  onOpen: (open: DocumentOpen) => void
}

/** The rarer acts. The same table that refuses on the server disables here, with the reason (D13). */
export function DocumentCardMenu({ document, onOpen }: DocumentCardMenuProps) {
  const { isAdmin } = useSession()
  const { type, status } = document
  const replaceable = canReplace(isAdmin ? 'admin' : 'owner', document, dayInJapan(new Date()))
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`${documentTypeLabels[type]}のその他の操作`}
          title="その他の操作"
        >
          <IconDotsVertical size={18} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isAdmin && canAct('verify', status) && (
          <Menu.Item
            leftSection={<IconCheck size={17} stroke={1.7} />}
            onClick={() => onOpen({ kind: 'verify', document })}
          >
            読み取った内容を添えて承認
          </Menu.Item>
        )}
        {isAdmin && status !== 'pending' && canAct('reject', status) && (
          <Menu.Item
            leftSection={<IconArrowBackUp size={17} stroke={1.7} />}
            onClick={() => onOpen({ kind: 'reject', document })}
          >
            承認を取り消して差し戻す
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconUpload size={17} stroke={1.7} />}
          disabled={!replaceable}
          onClick={() => onOpen({ kind: 'submit', type })}
        >
          {replaceable ? 'ファイルを差し替える' : '承認済みの書類は差し替えられません'}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconHistory size={17} stroke={1.7} />}
          onClick={() => onOpen({ kind: 'versions', type })}
        >
          過去の版（現在 第{document.version}版）
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
