import { randomBytes } from 'node:crypto'
import { type AuditKeys, encryptValue } from '@kyc/server/features/audit/entry-box.ts'
import { type KeyRing, openKeyRing } from '@kyc/server/platform/crypto/key-ring.ts'
import { masterKey } from '@kyc/server/platform/crypto/master-key.ts'
import { openDatabase } from '@kyc/server/platform/db/database.ts'
import { newId } from '@kyc/server/platform/ids.ts'
import { silentLog } from '@kyc/server/platform/log.ts'
import { createNoteSigner, type NoteSigner } from '@kyc/server/platform/transparency/signed-note.ts'
import { query, withClient } from './database.ts'
import type { Seed } from './seed-performers.ts'

const batch = 5000

/** The keys that the product uses with `MASTER_KEY` and this database. */
export async function keyRingOf(databaseUrl: string, key: string): Promise<KeyRing> {
  const { db, close } = openDatabase(databaseUrl, silentLog(), { max: 1 })
  const keyRing = await openKeyRing(db, masterKey(Buffer.from(key, 'base64')))
  await close()
  return keyRing
}

/** Signs and verifies the checkpoints of the log. */
export async function auditSignerOf(ownerUrl: string, keyRing: KeyRing): Promise<NoteSigner> {
  const [origin] = await query<{ name: string }>(ownerUrl, 'SELECT name FROM audit_origin')
  return createNoteSigner(origin?.name ?? '', keyRing.secret('audit-signing'))
}

export function auditKeysOf(keyRing: KeyRing): AuditKeys {
  return { mac: keyRing.secret('audit-mac'), pii: keyRing.boxKeys('audit-pii') }
}

/**
 * Adds `count` entries whose addresses and details are encrypted like real ones, so that an export must
 * decrypt them: views and changes of records of all owners, by an admin. Their hashes are noise; an export
 * reads only the newest hash.
 */
export async function seedSealedAudit(
  ownerUrl: string,
  keys: AuditKeys,
  { admin }: Seed,
  { from, count }: { from: Date; count: number },
): Promise<void> {
  const writer = newId()
  await withClient(ownerUrl, async (client) => {
    await client.query("SET session_replication_role = 'replica'")
    const { rows: performers } = await client.query<{ id: string; owner_id: string }>(
      'SELECT id, owner_id FROM performer LIMIT 10000',
    )
    for (let start = 0; start < count; start += batch) {
      const entries = Array.from({ length: Math.min(batch, count - start) }, (_, n) =>
        entry(
          keys,
          writer,
          start + n,
          new Date(from.getTime() + start + n),
          performers[(start + n) % performers.length],
        ),
      )
      await client.query(insert, [JSON.stringify(entries), admin])
    }
    await client.query('VACUUM (ANALYZE) audit_event')
    await client.query('VACUUM (ANALYZE) audit_pii')
  })
}

function entry(
  keys: AuditKeys,
  writer: string,
  n: number,
  at: Date,
  performer?: { id: string; owner_id: string },
) {
  const id = newId(at, n % 4096)
  const change = n % 10 === 0
  const details = change
    ? { before: { nationality: null }, after: { nationality: '日本' } }
    : { documentType: 'idFront', version: 1 + (n % 3) }
  return {
    id,
    ms: at.getTime(),
    n,
    writer,
    action: change ? 'update' : 'read',
    rtype: change ? 'performer' : 'document',
    rid: change ? performer?.id : `${performer?.id}/idFront`,
    subject: change ? null : performer?.id,
    owner: performer?.owner_id,
    bytes: randomBytes(32).toString('hex'),
    ip: encryptValue(keys, id, `203.0.113.${n % 250}`).encrypted.toString('hex'),
    details: encryptValue(keys, id, details).encrypted.toString('hex'),
  }
}

const insert = `
  WITH given AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS e (id uuid, ms bigint, n bigint, writer uuid, action text, rtype text,
      rid text, subject uuid, owner uuid, bytes text, ip text, details text)
  ), events AS (
    INSERT INTO audit_event (id, at_us, actor, action, rtype, rid, subject, owner, writer, wseq, ip_commit,
      details_commit, leaf, mac)
    SELECT id, ms * 1000, $2::uuid, action, rtype, rid, subject, owner, writer, n, decode(bytes, 'hex'),
      decode(bytes, 'hex'), decode(bytes, 'hex'), decode(bytes, 'hex') FROM given
  )
  INSERT INTO audit_pii (event_id, ip_enc, details_enc)
  SELECT id, decode(ip, 'hex'), decode(details, 'hex') FROM given`
