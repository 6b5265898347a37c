import type { Partner, PartnerCredential } from '@kyc/contract/partners.ts'
import type { Db } from '../../platform/db/database.ts'
import { type CredentialRow, findCredentials } from './credential-repository.ts'
import type { PartnerRow } from './partner-repository.ts'

/** Partners as superadmins see them: without the values of keys and secrets. */
export async function presentPartners(db: Db, rows: readonly PartnerRow[]): Promise<Partner[]> {
  const ids = rows.map(({ id }) => id)
  const keys = await findCredentials(db, 'partner_key', ids)
  const secrets = await findCredentials(db, 'partner_secret', ids)
  const of = (credentials: readonly CredentialRow[], id: string) =>
    credentials.filter((each) => each.partner_id === id).map(presentCredential)
  return rows.map((row) => ({ ...presentRow(row), keys: of(keys, row.id), secrets: of(secrets, row.id) }))
}

function presentRow(row: PartnerRow): Omit<Partner, 'keys' | 'secrets'> {
  return {
    id: row.id,
    companyId: row.company_id,
    name: row.name,
    mode: row.mode,
    disabled: row.disabled_at !== null,
    callbackOrigins: [...row.callback_origins],
    redirectOrigins: [...row.redirect_origins],
    referrerOrigins: [...row.referrer_origins],
    callbackStop: row.callback_stop,
    failingSince: row.failing_since?.toISOString() ?? null,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

function presentCredential({ id, hint, created_at, expires_at }: CredentialRow): PartnerCredential {
  return {
    id,
    hint,
    createdAt: created_at.toISOString(),
    expiresAt: expires_at?.toISOString() ?? null,
  }
}
