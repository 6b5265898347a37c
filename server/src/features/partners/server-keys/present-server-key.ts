import type { PartnerApiKey } from '@kyc/contract/partner-keys.ts'
import type { ServerKeyRow } from './server-key-repository.ts'

/** A key as superadmins see it, without its value. */
export function presentServerKey(row: ServerKeyRow): PartnerApiKey {
  return {
    id: row.id,
    mode: row.mode,
    scopes: row.scopes,
    version: row.api_version,
    hint: row.hint,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}
