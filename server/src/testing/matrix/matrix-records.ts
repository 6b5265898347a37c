import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { investigateLeak } from '@kyc/contract/leaks.ts'
import {
  insertCampaign,
  insertInquiry,
  insertKycSession,
  insertPack,
  insertPartner,
  insertPerformerLink,
  insertPublication,
  insertShare,
  insertVideo,
  registerPerformer,
} from '../app/factories.ts'
import { insertReliance } from '../app/insert-reliance.ts'
import { insertCompany as insertPlainCompany } from '../app/organisations.ts'
import { submitPaper } from '../app/papers.ts'
import { insertOpenings, insertPerformerKeys } from '../app/performer-rows.ts'
import { signIn } from '../app/sign-in.ts'
import { disable, insertCompany, joinCompany } from './matrix-callers.ts'
import { type RecordKind, type Target, targetsOf } from './record-kind.ts'
import { relianceKind } from './reliance-kind.ts'
import { signingKinds } from './signing-kinds.ts'
import { takedownKinds } from './takedown-kinds.ts'

const kinds: readonly RecordKind[] = [
  {
    path: /^\/transfers\//,
    access: 'office',
    async create({ signedIn, sql }) {
      const [from, to] = [await signedIn('user'), await signedIn('user')]
      const author = await signedIn('superadmin')
      const [row] = await sql<{ id: string }>(
        `INSERT INTO transfer (id, from_id, to_id, performer_ids, video_ids, reason, requested_by, requested_at, expires_at)
         VALUES (gen_random_uuid(), $1, $2, '{}', '{}', '統合', $3, now(), now() + interval '1 day') RETURNING id`,
        [from.accountId, to.accountId, author.accountId],
      )
      return row?.id ?? ''
    },
    remove: ({ sql }, id) => sql('DELETE FROM transfer WHERE id = $1', [id]),
  },
  {
    path: /^\/leak-investigations\//,
    access: 'entry',
    async create({ signedIn }, { account }) {
      const admin = await signedIn('admin')
      const at = '2026-03-02T00:00:00Z'
      const body = {
        accountId: account.accountId,
        from: at,
        to: at,
        knownOn: '2026-03-05',
        reason: '端末の紛失',
      }
      return (await admin.send(investigateLeak, { body })).id
    },
  },
  {
    path: /^\/users\//,
    access: 'office',
    create: async ({ signedIn }) => (await signedIn('user')).accountId,
    async remove({ sql }, id) {
      await sql('DELETE FROM membership WHERE account_id = $1', [id])
      await sql('DELETE FROM organisation WHERE person_id = $1', [id])
      await sql('DELETE FROM account WHERE id = $1', [id])
    },
  },
  {
    path: /^\/(performers|review\/cases)\//,
    access: 'organisation',
    reusable: true,
    async create({ sql }, { organisation, account, registrar }) {
      const { id } = await registerPerformer(registrar)
      const place = [id, organisation, account.accountId]
      await sql('UPDATE performer SET owner_id = $2, registered_by = $3 WHERE id = $1', place)
      // Auditors have given a reason: give-opening-reason.test.ts covers the refusal without one.
      await insertOpenings(sql, 'auditor', id)
      await insertReliance({ sql }, { id, originId: id, recipient: await insertPlainCompany(sql) })
      return id
    },
    remove: (_, id, superadmin) => superadmin.delete(`/api/performers/${id}`),
  },
  {
    path: /^\/sealed-performers\//,
    access: 'office',
    async create({ signedIn, sql }, { organisation }) {
      const admin = await signedIn('admin')
      const { id } = await registerPerformer(admin)
      await sql('UPDATE performer SET owner_id = $2 WHERE id = $1', [id, organisation])
      await admin.delete(`/api/performers/${id}`)
      // Superadmins have given a reason: sealed-performers.test.ts covers the refusal without one.
      await insertOpenings(sql, 'superadmin', id)
      return id
    },
    // A performer that is not sealed.
    async remove({ sql }, id) {
      await sql(
        'UPDATE performer SET sealed_at = NULL, sealed_box = NULL, retain_until = NULL WHERE id = $1',
        [id],
      )
    },
  },
  {
    path: /^\/subject-requests\//,
    access: 'office',
    async create({ sql }, { registrar }) {
      const { id } = await registerPerformer(registrar)
      await sql(
        `INSERT INTO subject_request (id, performer_id, kind, received_on, due_on, details_box, created_at)
         VALUES ($1, $1, 'disclosure', '2026-04-01', '2026-05-01', '', now())`,
        [id],
      )
      return id
    },
    remove: ({ sql }, id) => sql('DELETE FROM subject_request WHERE id = $1', [id]),
  },
  {
    path: /^\/videos\/\{id\}\/performers\/\{performerId\}\/papers\//,
    access: 'organisation',
    reusable: true,
    async create(app, { organisation, account }) {
      const id = await insertVideo(app, organisation, account.accountId)
      await insertPerformerKeys(app.services, [id])
      await insertOpenings(app.sql, 'auditor', id)
      await submitPaper(await app.signedIn('admin'), { id, performerId: id, type: 'contract' })
      return id
    },
    async remove({ sql }, id) {
      await sql('DELETE FROM paper_view WHERE paper_id IN (SELECT id FROM paper WHERE video_id = $1)', [id])
      for (const table of ['paper', 'video_performer', 'video_gate'])
        await sql(`DELETE FROM ${table} WHERE video_id = $1`, [id])
      await sql('DELETE FROM video WHERE id = $1', [id])
    },
  },
  ...signingKinds,
  {
    path: /^\/videos\//,
    access: 'organisation',
    async create(app, { organisation, account }) {
      const id = await insertVideo(app, organisation, account.accountId)
      await insertPublication(app, id, { id })
      const author = await app.signedIn('superadmin')
      await app.sql(
        `INSERT INTO gate_override (id, video_id, rule, reason, opinion, requested_by, requested_at)
         VALUES ($1, $1, 'copy', '確認', '見解', $2, now())`,
        [id, author.accountId],
      )
      await insertShare(app, { id, videoId: id, recipient: await insertCompany(app) })
      return id
    },
    async remove({ sql }, id) {
      await sql('DELETE FROM video_share_paper WHERE share_id = $1', [id])
      await sql('DELETE FROM video_share WHERE id = $1', [id])
      for (const table of ['publication', 'gate_override', 'video_gate'])
        await sql(`DELETE FROM ${table} WHERE video_id = $1`, [id])
      await sql('DELETE FROM video_performer WHERE video_id = $1', [id])
      await sql('DELETE FROM video WHERE id = $1', [id])
    },
  },
  {
    // A record of the organisation that a video is shared with.
    path: /^\/shared-videos\//,
    access: 'organisation',
    async create(app, { organisation, account }) {
      const videoId = await insertVideo(app, await insertCompany(app), account.accountId)
      return insertShare(app, { videoId, recipient: organisation })
    },
    remove: ({ sql }, id) => sql('UPDATE video_share SET ended_at = now() WHERE id = $1', [id]),
  },
  relianceKind,
  {
    path: /^\/packs\//,
    access: 'organisation',
    create: ({ sql }, { organisation, account }) => insertPack(sql, organisation, account.accountId),
    remove: ({ sql }, id) => sql('DELETE FROM pack WHERE id = $1', [id]),
  },
  {
    path: /^\/campaigns\//,
    access: 'organisation',
    create: (app, { organisation, account }) => insertCampaign(app, organisation, account.accountId),
    async remove({ sql }, id) {
      await sql('DELETE FROM campaign_item WHERE campaign_id = $1', [id])
      await sql('DELETE FROM campaign WHERE id = $1', [id])
    },
  },
  ...takedownKinds,
  {
    path: /^\/contract-templates\//,
    access: 'organisation',
    async create({ sql }, { organisation, account }) {
      const [row] = await sql<{ id: string }>(
        `INSERT INTO contract_template (id, owner_id, type, language, name, text, created_at, updated_at, updated_by)
         SELECT id, $1, 'explanationSheet', 'ja', id::text, '説明', now(), now(), $2 FROM gen_random_uuid() id RETURNING id`,
        [organisation, account.accountId],
      )
      return row?.id ?? ''
    },
    remove: ({ sql }, id) => sql('DELETE FROM contract_template WHERE id = $1', [id]),
  },
  {
    path: /^\/organisations\/\{id\}\/invitation$/,
    access: 'personal',
    async create(app, { account }) {
      const id = await insertCompany(app)
      const values = [id, account.email]
      await app.sql('UPDATE organisation_invitation SET email = $2, email_key = $2 WHERE id = $1', values)
      return id
    },
    remove: ({ sql }, id) => sql('DELETE FROM organisation_invitation WHERE id = $1', [id]),
  },
  {
    path: /^\/organisations\//,
    access: 'company',
    async create(app, { account, joinedAs }) {
      const id = await insertCompany(app)
      if (joinedAs) await joinCompany(app, id, joinedAs, account.accountId)
      if (joinedAs === 'disabledMember') await disable(app, id)
      return id
    },
  },
  {
    path: /^\/account\/sessions\//,
    access: 'personal',
    async create({ services, url, sql }, { account: { accountId } }) {
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
    path: /^\/account\/passkeys\//,
    access: 'personal',
    async create({ sql }, { account: { accountId } }) {
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
    path: /^\/inquiries\//,
    access: 'office',
    create: ({ sql }) => insertInquiry(sql),
    remove: ({ sql }, id) => sql('DELETE FROM inquiry WHERE id = $1', [id]),
  },
  {
    path: /^\/partners\//,
    access: 'office',
    create: ({ sql }) => insertPartner(sql),
    async remove({ sql }, id) {
      for (const table of [
        'partner_user',
        'delivery',
        'partner_event',
        'partner_webhook',
        'partner_key',
        'partner_secret',
        'partner_api_key',
      ]) {
        await sql(`DELETE FROM ${table} WHERE partner_id = $1`, [id])
      }
      await sql('DELETE FROM partner WHERE id = $1', [id])
    },
  },
  {
    path: /^\/kyc\/sessions\//,
    access: 'personal',
    create: ({ sql }, { client }) => insertKycSession(sql, client),
    remove: ({ sql }, id) => sql('DELETE FROM kyc_session WHERE id = $1', [id]),
  },
  {
    path: /^\/performer-link\//,
    access: 'link',
    reusable: true,
    create: (app, { client }) => insertPerformerLink(app, client),
    remove: ({ sql }, id) => sql('DELETE FROM performer_link WHERE id = $1', [id]),
  },
]

export function kindOf({ path }: Endpoint): RecordKind {
  const kind = kinds.find((each) => each.path.test(path))
  if (!kind) throw new Error(`matrix-records.ts has no kind for {id} of ${path}`)
  return kind
}

export function targetsFor(endpoint: Endpoint): readonly Target[] {
  return targetsOf[kindOf(endpoint).access]
}
