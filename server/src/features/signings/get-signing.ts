import type { Signing } from '@kyc/contract/signing-schema.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Actor } from '../access/actor.ts'
import { namesFor } from '../access/visible-to.ts'
import { presentSignings } from './present-signing.ts'
import { findSignings, getSigningRow } from './signing-repository.ts'
import type { SigningServices } from './signing-services.ts'

/** A signing with its acts and questions. */
export async function getSigning(
  services: SigningServices,
  db: Db,
  actor: Actor,
  id: string,
): Promise<Signing> {
  const row = await getSigningRow(db, actor, id)
  const [signing] = await presentSignings(services, db, [row], namesFor(actor))
  if (!signing) throw new Error('a signing was not presented')
  return signing
}

/** The signings of the appearances in a visible video, the newest first. */
export async function listSignings(
  services: SigningServices,
  actor: Actor,
  videoId: string,
): Promise<Signing[]> {
  const rows = await findSignings(services.db, actor, videoId)
  return presentSignings(services, services.db, rows, namesFor(actor))
}
