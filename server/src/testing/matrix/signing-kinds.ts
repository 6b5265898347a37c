import { insertVideo } from '../app/factories.ts'
import { deleteSigning, insertPerformerPage, insertSigning } from '../app/insert-signing.ts'
import { insertOpenings, insertPerformerKeys } from '../app/performer-rows.ts'
import type { RecordKind } from './record-kind.ts'

/** The records of signings and of the performer's page. */
export const signingKinds: readonly RecordKind[] = [
  {
    path: /^\/videos\/\{id\}\/performers\/\{performerId\}\/signings/,
    access: 'organisation',
    async create(app, { organisation, account }) {
      const id = await insertVideo(app, organisation, account.accountId)
      await insertPerformerKeys(app.services, [id])
      return id
    },
    async remove({ sql }, id) {
      for (const table of ['video_performer', 'video_gate'])
        await sql(`DELETE FROM ${table} WHERE video_id = $1`, [id])
      await sql('DELETE FROM video WHERE id = $1', [id])
    },
  },
  {
    path: /^\/signings\//,
    access: 'organisation',
    async create(app, { organisation, account }) {
      const id = await insertSigning(app, organisation, account.accountId, { sent: true })
      await insertOpenings(app.sql, 'auditor', id)
      return id
    },
    remove: deleteSigning,
  },
  {
    path: /^\/performer-page\//,
    access: 'link',
    reusable: true,
    create: (app, { client }) => insertPerformerPage(app, client),
    remove: ({ sql }, id) => sql('DELETE FROM performer_link WHERE id = $1', [id]),
  },
]
