import { Button } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../session/use-session.ts'
import { TransferDialog } from './TransferDialog.tsx'

interface MoveButtonProps {
  from: { readonly id: string; readonly name: string }
  records: { readonly performers: string[]; readonly videos: string[] }
  /** What moves. */
  children: ReactNode
}

/** Opens the request to move records to another organisation; only for superadmins. */
export function MoveButton({ from, records, children }: MoveButtonProps) {
  const { isSuperadmin } = useSession()
  const [open, setOpen] = useState(false)
  if (!isSuperadmin) return null
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconArrowsExchange size={16} />}
        onClick={() => setOpen(true)}
      >
        別の組織へ移行
      </Button>
      {open && (
        <TransferDialog from={from} records={records} onClose={() => setOpen(false)}>
          {children}
        </TransferDialog>
      )}
    </>
  )
}
