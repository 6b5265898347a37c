import type { Endpoint } from '@kyc/contract/endpoint.ts'
import {
  insertInquiry,
  insertKycSession,
  insertPartner,
  insertVideo,
  registerPerformer,
} from '../app/factories.ts'
import { signIn } from '../app/sign-in.ts'
import type { TestApp, TestPerson } from '../app/test-app.ts'
import type { TestClient } from '../app/test-client.ts'
import { unknownId } from './matrix-calls.ts'

/** Whose record is asked for: `own` is the owner's. */
export const targets = ['own', 'deleted', 'unknown', 'malformed'] as const
export type Target = (typeof targets)[number]

/** What `{id}` in a path names. */
export interface RecordKind {
  /** Below which paths. */
  readonly path: string
  /** Nobody but the owner reaches it, not even a superadmin. */
  readonly personal: boolean
  make(app: TestApp, owner: TestPerson): Promise<string>
  remove(app: TestApp, id: string, superadmin: TestClient): Promise<unknown>
}

const kinds: readonly RecordKind[] = [
  {
    path: '/users/',
    personal: false,
    make: async ({ signedIn }) => (await signedIn('user')).accountId,
    remove: ({ sql }, id) => sql('DELETE FROM account WHERE id = $1', [id]),
  },
  {
    path: '/performers/',
    personal: false,
    make: async (_, owner) => (await registerPerformer(owner)).id,
    remove: (_, id, superadmin) => superadmin.delete(`/api/performers/${id}`),
  },
  {
    path: '/account/sessions/',
    personal: true,
    async make({ services, url, sql }, { accountId }) {
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
    async make({ sql }, { accountId }) {
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
    make: (app, { accountId }) => insertVideo(app, accountId),
    async remove({ sql }, id) {
      await sql('DELETE FROM video_performer WHERE video_id = $1', [id])
      await sql('DELETE FROM video WHERE id = $1', [id])
    },
  },
  {
    path: '/inquiries/',
    personal: false,
    make: ({ sql }) => insertInquiry(sql),
    remove: ({ sql }, id) => sql('DELETE FROM inquiry WHERE id = $1', [id]),
  },
  {
    path: '/partners/',
    personal: false,
    make: ({ sql }) => insertPartner(sql),
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
    make: ({ sql }, owner) => insertKycSession(sql, owner),
    remove: ({ sql }, id) => sql('DELETE FROM kyc_session WHERE id = $1', [id]),
  },
]

export function kindOf({ path }: Endpoint): RecordKind {
  const kind = kinds.find((each) => path.startsWith(each.path))
  if (!kind) throw new Error(`the matrix does not know what {id} of ${path} names`)
  return kind
}

/** A record of the owner's in the state that `target` says, and what its path holds. */
export async function recordOf(
  app: TestApp,
  endpoint: Endpoint,
  target: Target,
  { owner, superadmin }: { owner: TestPerson; superadmin: TestClient },
): Promise<string> {
  if (target === 'unknown') return unknownId
  if (target === 'malformed') return 'no-id'
  const kind = kindOf(endpoint)
  const id = await kind.make(app, owner)
  if (target === 'deleted') await kind.remove(app, id, superadmin)
  return id
}
