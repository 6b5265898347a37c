import type { PageTitle } from '@kyc/contract/performer-page.ts'
import type { SigningServices } from '../signing-services.ts'

/** The titles of a performer, with the days of its own appearance in each. */
export async function readPageTitles(
  _services: SigningServices,
  _db: SigningServices['db'],
  _performerId: string,
): Promise<PageTitle[]> {
  return []
}
