import type { AuditEntry } from '@kyc/contract/audit.ts'

export interface ActivityGroup {
  readonly key: string
  /** As the reader may see the account (D3); null for jobs and acts without a session. */
  readonly name: string | null
  readonly entries: readonly AuditEntry[]
}

/** The entries by the account that acted, in the order of each account's newest entry. */
export function groupByPerson(entries: readonly AuditEntry[]): ActivityGroup[] {
  const groups = Map.groupBy(entries, ({ userId, user }) => userId ?? user?.name ?? '')
  return [...groups].map(([key, own]) => ({ key, name: own[0]?.user?.name ?? null, entries: own }))
}
