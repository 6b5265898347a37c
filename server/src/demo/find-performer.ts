import type { Db } from '../platform/db/database.ts'
import { demoPerson } from './people.ts'

/** Finds the record of a demo person in any organisation, by the name, which is unique in the demo. */
export function findPerformer(db: Db, key: string): Promise<{ id: string; owner_id: string } | undefined> {
  const { lastNameRoman, firstNameRoman } = demoPerson(key)
  return db
    .selectFrom('performer')
    .select(['id', 'owner_id'])
    .where('last_name_roman', '=', lastNameRoman)
    .where('first_name_roman', '=', firstNameRoman)
    .executeTakeFirst()
}

export async function getPerformer(db: Db, key: string): Promise<{ id: string; owner_id: string }> {
  const performer = await findPerformer(db, key)
  if (!performer) throw new Error(`${key} is not registered`)
  return performer
}
