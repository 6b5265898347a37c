import { insertReliance, registerPerformer } from '../app/factories.ts'
import { insertCompany } from '../app/organisations.ts'
import type { RecordKind } from './record-kind.ts'

/** A permission of the organisation that may rely on the record of another one. */
export const relianceKind: RecordKind = {
  path: /^\/reliance-offers\//,
  access: 'organisation',
  async create(app, { organisation, registrar }) {
    const { id: originId } = await registerPerformer(registrar)
    const owner = await insertCompany(app.sql)
    await app.sql("UPDATE performer SET owner_id = $2, status = 'approved' WHERE id = $1", [originId, owner])
    return insertReliance(app, { originId, recipient: organisation })
  },
  remove: ({ sql }, id) =>
    sql("UPDATE identity_reliance SET ended_at = now(), ended_by = 'performer' WHERE id = $1", [id]),
}
