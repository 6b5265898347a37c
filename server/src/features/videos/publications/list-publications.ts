import type { Publications } from '@kyc/contract/publications.ts'
import type { Db } from '../../../platform/db/database.ts'
import { readSaleState } from '../videos-repository.ts'
import { findChannelNames, findPublications } from './publications-repository.ts'

/** The publications of a visible video, and the channels of its owner to choose from. */
export async function listPublications(
  db: Db,
  { id, owner }: { readonly id: string; readonly owner: string },
): Promise<Publications> {
  return {
    ...(await readSaleState(db, id)),
    publications: await findPublications(db, id),
    channels: await findChannelNames(db, owner),
  }
}
