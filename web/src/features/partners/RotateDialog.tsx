import type { Partner } from '@kyc/contract/partners.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryKey } from '../../api/queries.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { type Credentials, CredentialsDialog } from './CredentialsDialog.tsx'

interface RotateDialogProps {
  partner: Partner
  title: string
  /** Names the credential: a repeated rotation of the same one has the same idempotency key (D20). */
  of: readonly string[]
  rotate: (idempotencyKey: string) => Promise<Credentials>
  /** What happens to the previous credential. */
  children: ReactNode
  onClose: () => void
}

/** Replaces a credential of a partner after a confirmation, and shows the new one, which can't be shown again. */
export function RotateDialog({ partner, title, of, rotate, children, onClose }: RotateDialogProps) {
  const queries = useQueryClient()
  const idempotencyKey = useIdempotencyKey(of)
  const [issued, setIssued] = useState<Credentials | null>(null)
  if (issued) return <CredentialsDialog name={partner.name} {...issued} onClose={onClose} />
  return (
    <ActDialog
      title={title}
      confirm="再発行する"
      act={() => rotate(idempotencyKey)}
      onDone={async (credentials) => {
        await queries.invalidateQueries({ queryKey: queryKey('partners') })
        setIssued(credentials)
      }}
      onClose={onClose}
    >
      {children}
    </ActDialog>
  )
}
