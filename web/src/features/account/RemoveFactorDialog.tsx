import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { queryKey } from '../../api/queries.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

export interface RemoveFactorDialogProps {
  title: string
  remove: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

export function RemoveFactorDialog({ title, remove, onClose, children }: RemoveFactorDialogProps) {
  const queries = useQueryClient()
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKey('account.security') })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={title}
      confirm="削除"
      danger
      busy={removal.isPending}
      onClose={onClose}
      onConfirm={() => removal.mutate()}
      error={removal.isError ? failureText(removal.error) : null}
    >
      {children}
    </ConfirmDialog>
  )
}
