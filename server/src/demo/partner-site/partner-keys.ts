import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** The file with the credentials of the demo partner, in the data folder. Demo mode writes it. */
export const demoPartnerFile = 'demo-partner.json'

const partnerKeysSchema = z.object({
  companyId: z.string(),
  /** The origin of its pages and its callback, on this machine. */
  origin: z.url(),
  apiKey: z.string(),
  signingSecret: z.string(),
})
export type PartnerKeys = z.infer<typeof partnerKeysSchema>

/** Returns undefined if there is no demo partner yet. @throws Error if the file is invalid */
export async function readPartnerKeys(dataDir: string): Promise<PartnerKeys | undefined> {
  const path = join(dataDir, demoPartnerFile)
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : partnerKeysSchema.parse(JSON.parse(text))
}
