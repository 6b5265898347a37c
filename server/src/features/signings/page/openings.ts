import type { PageSession } from '@kyc/contract/performer-page.ts'
import type { SigningServices } from '../signing-services.ts'

/** Who opened the documents of a performer, newest first: organisations and the office, never a person. */
export async function readOpenings(
  _services: SigningServices,
  _db: SigningServices['db'],
  _performerId: string,
): Promise<PageSession['openings']> {
  return []
}
