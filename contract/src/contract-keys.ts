import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'

/** The keys that signed contracts and the audit log are verified with. */

const certificateSchema = z.strictObject({
  /** SHA-256 of the certificate, in hex. */
  fingerprint: z.string(),
  /** X.509 in DER, base64. */
  certificate: z.string(),
  createdAt: instant,
  /** When a newer key replaced it; null for the key in use. */
  retiredAt: instant.nullable(),
})

export const contractKeysSchema = z.strictObject({
  /** Newest first. Retired certificates stay listed, because what they signed is verified for decades. */
  certificates: z.array(certificateSchema),
  /** The public keys of the checkpoints of the audit log (C2SP). */
  logKeys: z.array(z.string()),
})
export type PublishedContractKeys = z.infer<typeof contractKeysSchema>

export const getContractKeys = endpoint({
  name: 'contractKeys.get',
  method: 'GET',
  path: '/contract-keys',
  summary: 'The public certificates that signed contracts of this installation are verified with',
  who: 'anyone',
  reply: { kind: 'json', status: 200, schema: contractKeysSchema },
  problems: [],
})
