import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { findUsableLinks, type UsableLink } from '../../features/performer-links/link-repository.ts'
import { newId } from '../../platform/ids.ts'
import type { TestApp } from './test-app.ts'

/** A link to the page of a performer as a browser that has opened it uses it, valid from 2020 to 2040. */
export async function boundPage(
  { services: { db, clock }, sql: run }: Pick<TestApp, 'services' | 'sql'>,
  performerId: string,
  sender: string,
): Promise<UsableLink> {
  const id = newId()
  await run(
    `INSERT INTO performer_link (id, kind, performer_id, owner_id, created_by, created_at, expires_at, language, token_hash,
       browser_key, opened_at)
     SELECT $1, 'page', p.id, p.owner_id, $3, '2020-01-01', '2040-01-01', 'ja', $4, $5, '2020-01-01'
     FROM performer p WHERE p.id = $2`,
    [id, performerId, sender, randomBytes(32), randomBytes(32)],
  )
  const [link] = await findUsableLinks(db, clock.now(), 'page', sql`l.id = ${id}::uuid`)
  if (!link) throw new Error('the link cannot be used')
  return link
}
