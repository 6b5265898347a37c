import type { Endpoint } from '@kyc/contract/endpoint.ts'
import {
  insertCompany,
  insertInquiry,
  insertKycSession,
  insertPartner,
  insertVideo,
  registerPerformer,
} from '../app/factories.ts'
import { signIn } from '../app/sign-in.ts'
import type { TestAccount, TestApp } from '../app/test-app.ts'
import type { TestClient } from '../app/test-client.ts'
import { unknownId } from './matrix-calls.ts'

/** The record that a call names: `own` belongs to the caller `owner`. */
export const targets = ['own', 'deleted', 'unknown', 'malformed'] as const
export type Target = (typeof targets)[number]

/** The kind of record that `{id}` in a path names. */
export interface RecordKind {
  /** Prefix of the paths. */
  readonly path: string
  /** Accessible to its owner only, not even to a superadmin. */
  readonly personal: boolean
  /** Changed by its members only: the office gets 403. */
  readonly ofMembers?: true
  create(app: TestApp, owner: TestAccount): Promise<string>
  remove(app: TestApp, id: string, superadmin: TestClient): Promise<unknown>
}

const company: RecordKind = {
  path: '/organisations/',
  personal: false,
  ofMembers: true,
  create: insertCompany,
  async remove({ sql }, id) {
    for (const table of ['organisation_invitation', 'membership'])
      await sql(`DELETE FROM ${table} WHERE organisation_id = $1`, [id])
    await sql('DELETE FROM organisation WHERE id = $1', [id])
  },
}

const kinds: readonly RecordKind[] = [
  { ...company, path: '/organisations/{id}/invitations/' },
  {
    path: '/organisations/{id}/invitation',
    personal: true,
    async create(app, owner) {
      const id = await insertCompany(app, await app.signedIn('user'))
      await app.sql('UPDATE organisation_invitation SET email_key = $2 WHERE organisation_id = $1', [
        id,
        owner.email,
      ])
      return id
    },
    remove: ({ sql }, id) => sql('DELETE FROM organisation_invitation WHERE organisation_id = $1', [id]),
  },
  company,
  {
    path: '/users/',
    personal: false,
    create: async ({ signedIn }) => (await signedIn('user')).accountId,
    async remove({ sql }, id) {
      await sql('DELETE FROM membership WHERE account_id = $1', [id])
      await sql('DELETE FROM organisation WHERE person_id = $1', [id])
      await sql('DELETE FROM account WHERE id = $1', [id])
    },
  },
  {
    path: '/performers/',
    personal: false,
    create: async (_, owner) => (await registerPerformer(owner)).id,
    remove: (_, id, superadmin) => superadmin.delete(`/api/performers/${id}`),
  },
  {
    path: '/account/sessions/',
    personal: true,
    async create({ services, url, sql }, { accountId }) {
      await signIn(services, url, accountId)
      const [row] = await sql<{ id: string }>(
        "SELECT encode(key, 'hex') AS id FROM session WHERE account_id = $1 ORDER BY created_at DESC LIMIT 1",
        [accountId],
      )
      return row?.id ?? ''
    },
    remove: ({ sql }, id) => sql("DELETE FROM session WHERE key = decode($1, 'hex')", [id]),
  },
  {
    path: '/account/passkeys/',
    personal: true,
    async create({ sql }, { accountId }) {
      const [row] = await sql<{ id: string }>(
        `INSERT INTO passkey (id, account_id, credential, public_key, counter, name)
         VALUES (gen_random_uuid(), $1, gen_random_uuid()::text, '', 0, '鍵') RETURNING id`,
        [accountId],
      )
      return row?.id ?? ''
    },
    remove: ({ sql }, id) => sql('DELETE FROM passkey WHERE id = $1', [id]),
  },
  {
    path: '/videos/',
    personal: false,
    create: (app, { accountId }) => insertVideo(app, accountId),
    async remove({ sql }, id) {
      await sql('DELETE FROM video_performer WHERE video_id = $1', [id])
      await sql('DELETE FROM video WHERE id = $1', [id])
    },
  },
  {
    path: '/inquiries/',
    personal: false,
    create: ({ sql }) => insertInquiry(sql),
    remove: ({ sql }, id) => sql('DELETE FROM inquiry WHERE id = $1', [id]),
  },
  {
    path: '/partners/',
    personal: false,
    create: ({ sql }) => insertPartner(sql),
    async remove({ sql }, id) {
      for (const table of ['delivery', 'partner_key', 'partner_secret']) {
        await sql(`DELETE FROM ${table} WHERE partner_id = $1`, [id])
      }
      await sql('DELETE FROM partner WHERE id = $1', [id])
    },
  },
  {
    path: '/kyc/sessions/',
    personal: true,
    create: ({ sql }, owner) => insertKycSession(sql, owner),
    remove: ({ sql }, id) => sql('DELETE FROM kyc_session WHERE id = $1', [id]),
  },
]

export function kindOf({ path }: Endpoint): RecordKind {
  const kind = kinds.find((each) => path.startsWith(each.path))
  if (!kind) throw new Error(`matrix-records.ts has no kind for {id} of ${path}`)
  return kind
}

/** Creates a record of the owner in the state of `target` and returns its id. */
export async function recordOf(
  app: TestApp,
  endpoint: Endpoint,
  target: Target,
  { owner, superadmin }: { owner: TestAccount; superadmin: TestClient },
): Promise<string> {
  if (target === 'unknown') return unknownId
  if (target === 'malformed') return 'no-id'
  const kind = kindOf(endpoint)
  const id = await kind.create(app, owner)
  if (target === 'deleted') await kind.remove(app, id, superadmin)
  return id
}
