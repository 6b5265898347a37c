import { dayInJapan } from '@kyc/contract/dates.ts'
import { registrationDocumentTypes } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { PerformerLink, PerformerLinkState } from '@kyc/contract/performer-link-progress.ts'
import type { QueryClient } from '@tanstack/react-query'
import { queryKey } from '../../api/queries.ts'
import type { Tone } from '../../ui/StateBadge.tsx'
import { closedSlots } from '../documents/document-need.ts'

/** The states of a link, for the owner. */
export const linkStates = {
  sent: { label: 'リンクを開く前', tone: 'wait' },
  opened: { label: 'リンクを開いた', tone: 'wait' },
  consented: { label: '同意済み', tone: 'wait' },
  submitting: { label: '提出中', tone: 'wait' },
  done: { label: '提出完了', tone: 'ok' },
  expired: { label: '期限切れ', tone: 'neutral' },
  revoked: { label: '取り消し済み', tone: 'neutral' },
} as const satisfies Record<PerformerLinkState, { label: string; tone: Tone }>

/** Whether the performer can still use the link. */
export function isUsable({ state }: PerformerLink): boolean {
  return state !== 'done' && state !== 'expired' && state !== 'revoked'
}

/** Whether a link has something to request, as the server decides it: empty, rejected and expired slots. */
export function hasOpenSlot(documents: readonly PerformerDocument[], idKind: string | null): boolean {
  const closed = closedSlots(idKind)
  const filled = documents.map(({ type }) => type)
  const today = dayInJapan(new Date())
  return (
    registrationDocumentTypes.some((type) => !filled.includes(type) && !closed.includes(type)) ||
    documents.some(
      ({ status, expiresOn }) =>
        status === 'rejected' || (status === 'verified' && expiresOn !== null && expiresOn < today),
    )
  )
}

/** Refetches the link and the history that names it. */
export async function refreshLink(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: queryKey('performerLinks') }),
    queries.invalidateQueries({ queryKey: queryKey('performers.history') }),
  ])
}
