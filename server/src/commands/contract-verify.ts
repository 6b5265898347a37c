import { readFile } from 'node:fs/promises'
import { contractKeysSchema, type PublishedContractKeys } from '@kyc/contract/contract-keys.ts'
import { splitVkey } from '@kyc/contract/log-notes.ts'
import type { CheckState } from '@kyc/contract/verification/contract-checks.ts'
import {
  type ContractVerification,
  type TrustedKeys,
  verifyContract,
} from '@kyc/contract/verification/verify-contract.ts'
import secureJsonParse from 'secure-json-parse'
import { unlessMissing } from '../platform/files/fs.ts'
import { command, flag, text, UsageError } from '../start/command.ts'

// `npm run contract:verify`: verifies a signed copy of a contract, without settings, database or connection.

const usage = `Usage: npm run contract:verify -- FILE.pdf [--keys FILE.json] [--key KEY]… [--json]

--keys FILE   the published keys of the installation, as saved from /api/contract-keys
--key KEY     one of them: the fingerprint of a certificate, or the public key of the log (audit.vkey); may be repeated
--json        prints the report as JSON

Exit codes: 0 verified, 2 altered or of another installation, 1 otherwise: not readable, or unaltered without a key that says whose it is.`

const options = { keys: text, key: { type: 'string', multiple: true }, json: flag } as const

const codes: Record<CheckState, number> = { passed: 0, failed: 2, unknown: 1 }
const marks: Record<CheckState, string> = { passed: '✓', failed: '✗', unknown: '?' }

await command({ usage, options, operands: true }, async ({ keys, key = [], json }, _, [file, ...rest]) => {
  if (file === undefined || rest.length > 0) throw new UsageError()
  const report = await verifyContract(await read(file), await trustedKeys(keys, key))
  console.log(json ? JSON.stringify(report, null, 2) : summaryOf(report))
  return codes[report.state]
})

async function read(file: string): Promise<Buffer> {
  const bytes = await readFile(file).catch(unlessMissing)
  if (!bytes) throw new UsageError(`${file} does not exist.`)
  return bytes
}

async function trustedKeys(file: string | undefined, keys: readonly string[]): Promise<TrustedKeys> {
  const published = file === undefined ? undefined : await readPublished(file)
  const fingerprints = keys.filter((each) => /^[0-9a-f]{64}$/i.test(each)).map((each) => each.toLowerCase())
  const logKeys = keys.filter((each) => splitVkey(each))
  if (fingerprints.length + logKeys.length < keys.length)
    throw new UsageError('--key is neither a fingerprint nor a public key of a log.')
  fingerprints.push(...(published?.certificates.map(({ fingerprint }) => fingerprint) ?? []))
  logKeys.push(...(published?.logKeys ?? []))
  return {
    fingerprints: fingerprints.length > 0 ? fingerprints : undefined,
    logKeys: logKeys.length > 0 ? logKeys : undefined,
  }
}

async function readPublished(file: string): Promise<PublishedContractKeys> {
  const text = (await read(file)).toString('utf8')
  const parsed = contractKeysSchema.safeParse(secureJsonParse.safeParse(text))
  if (!parsed.success) throw new UsageError('--keys is not a file saved from /api/contract-keys.')
  return parsed.data
}

function summaryOf({
  checks,
  fingerprint,
  logKey,
  statement,
  sealedAt,
  timestampedAt,
}: ContractVerification): string {
  return [
    ...checks.map(({ name, state, ja, en }) => `${marks[state]} ${name}: ${ja} ${en}`),
    ...(statement
      ? [`Contract: ${statement.title}, signed ${statement.signedAt}, ${statement.installation}`]
      : []),
    ...(sealedAt === null ? [] : [`In the log since ${sealedAt} at the latest`]),
    ...(timestampedAt === null
      ? []
      : [`Time stamp of a third party (its issuer is not verified): ${timestampedAt}`]),
    `Fingerprint of the certificate: ${fingerprint ?? '-'}`,
    `Public key of the log: ${logKey ?? '-'}`,
  ].join('\n')
}
