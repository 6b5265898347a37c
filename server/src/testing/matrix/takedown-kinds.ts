import { insertTakedown } from '../app/factories.ts'
import { insertTakedownWithEvidence } from '../app/insert-evidence.ts'
import { insertOpenings } from '../app/performer-rows.ts'
import type { TestApp } from '../app/test-app.ts'
import type { RecordKind } from './record-kind.ts'

/** The records of requests to take a title down, and of their files. */
export const takedownKinds: readonly RecordKind[] = [
  {
    path: /^\/takedowns\/\{id\}\/evidence\/\{/,
    access: 'organisation',
    async create(app, { organisation, account }) {
      const id = await insertTakedownWithEvidence(app, organisation, account.accountId)
      await insertOpenings(app.sql, 'auditor', id)
      return id
    },
    remove: deleteTakedown,
  },
  {
    path: /^\/takedowns\//,
    access: 'organisation',
    create: (app, { organisation, account }) => insertTakedown(app, organisation, account.accountId),
    remove: deleteTakedown,
  },
]

async function deleteTakedown({ sql }: TestApp, id: string): Promise<void> {
  for (const table of ['takedown_stop', 'takedown_video', 'takedown_evidence'])
    await sql(`DELETE FROM ${table} WHERE takedown_id = $1`, [id])
  await sql('DELETE FROM takedown WHERE id = $1', [id])
}
