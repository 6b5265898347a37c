import type { SigningServices } from '../signing-services.ts'

/** When the performer asked for the disclosure of its data on the page, if that is not answered yet. */
export async function readDisclosureRequest(
  _db: SigningServices['db'],
  _performerId: string,
): Promise<string | null> {
  return null
}
