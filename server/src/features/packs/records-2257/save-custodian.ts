import { isDeepStrictEqual } from 'node:util'
import type { BodyOf, ReplyOf } from '@kyc/contract/endpoint.ts'
import type { Custodian, saveCustodian as endpoint } from '@kyc/contract/records-2257.ts'
import { sql } from 'kysely'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { aboutOrganisation } from '../../audit/about.ts'
import { lockAsRepresentative } from '../../organisations/act-on-organisation.ts'
import type { PackServices } from '../pack-services.ts'
import { findCustodian } from './records-repository.ts'

interface Save {
  readonly actor: Actor
  readonly id: string
  readonly input: BodyOf<typeof endpoint>
  readonly ip: string | null
}

/** Names the custodian of an organisation. Equal values change nothing; CONFLICT if another account has changed them since. */
export function saveCustodian(
  { audit, db }: PackServices,
  { actor, id, input: { version, ...input }, ip }: Save,
): Promise<ReplyOf<typeof endpoint>> {
  return inTransaction(db, async (tx) => {
    await lockAsRepresentative(tx, { actor, id })
    const stored = await findCustodian(tx, id)
    const [before, after] = [stored.custodian, input.name === '' ? null : input]
    if (isDeepStrictEqual(before, after)) return stored
    if (stored.version !== version) throw new Problem('CONFLICT')
    await sql`INSERT INTO custodian (organisation_id, name, title, address)
      VALUES (${id}, ${after?.name ?? null}, ${after?.title ?? null}, ${after?.address ?? null})
      ON CONFLICT (organisation_id) DO UPDATE SET name = excluded.name, title = excluded.title,
        address = excluded.address, version = custodian.version + 1`.execute(tx)
    await audit.record(tx, { actor, ip }, 'update', aboutOrganisation(id), {
      change: 'custodian',
      before: { custodian: inOneLine(before) },
      after: { custodian: inOneLine(after) },
    })
    return findCustodian(tx, id)
  })
}

function inOneLine(custodian: Custodian | null): string | null {
  return custodian && `${custodian.name}、${custodian.title}、${custodian.address}`
}
