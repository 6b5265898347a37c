import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../access/actor.ts'
import { requireEditable } from '../access/visible-to.ts'
import { aboutPack } from '../audit/about.ts'
import { deleteObjectsAfterCommit } from '../records/destruction/delete-objects.ts'
import type { PackServices } from './pack-services.ts'
import { endPacks, getPackRow } from './packs-repository.ts'

interface Revocation {
  readonly actor: Actor
  readonly id: string
  readonly ip: string | null
}

/** Ends the link of a pack with the key of its file, and deletes the file. */
export async function revokePack(services: PackServices, { actor, id, ip }: Revocation): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const pack = await getPackRow(tx, actor, id)
    requireEditable(pack)
    if ((await endPacks(tx, [id], 'revoked')) === 0) return
    deleteObjectsAfterCommit(services, tx)
    const details = { packShape: pack.shape }
    await services.audit.record(tx, { actor, ip }, 'delete', aboutPack(id, pack.owner_id), details)
  })
}
