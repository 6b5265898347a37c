import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** What the demo partner was given when it was registered; the seeding of demo mode leaves it here. */
export const demoPartnerFile = 'demo-partner.json'

const partnerKeysSchema = z.object({
  companyId: z.string(),
  /** Of its own pages and of the callback address, on this machine. */
  origin: z.url(),
  apiKey: z.string(),
  signingSecret: z.string(),
})
export type PartnerKeys = z.infer<typeof partnerKeysSchema>

/** Undefined if there is no demo partner yet. @throws Error for a file that is something else */
export async function readPartnerKeys(dataDir: string): Promise<PartnerKeys | undefined> {
  const path = join(dataDir, demoPartnerFile)
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : partnerKeysSchema.parse(JSON.parse(text))
}
