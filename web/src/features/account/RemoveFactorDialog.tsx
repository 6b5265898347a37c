import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryKey } from '../../api/queries.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'

export interface RemoveFactorDialogProps {
  title: string
  remove: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

export function RemoveFactorDialog({ title, remove, onClose, children }: RemoveFactorDialogProps) {
  const queries = useQueryClient()
  const removed = async () => {
    await queries.invalidateQueries({ queryKey: queryKey('account.security') })
    onClose()
  }
  return (
    <ActDialog title={title} confirm="削除" danger act={remove} onDone={removed} onClose={onClose}>
      {children}
    </ActDialog>
  )
}
