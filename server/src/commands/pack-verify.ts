import { verifyPack } from '../features/packs/verify-pack.ts'
import { parseVerifier } from '../platform/transparency/signed-note.ts'
import { command, flag, text, UsageError } from '../start/command.ts'

// `npm run pack:verify`: verifies an extracted pack of evidence (D109), without settings, database or connection.

const usage = `Usage: npm run pack:verify -- FOLDER --key VKEY [--json]
Verifies the files of an extracted pack with its SHA256SUMS, their signature, and that the entries of log.jsonl are in the log.

--key VKEY  the public key of the log (audit.vkey, or logKeys of /api/contract-keys): not the one that the pack itself names
--json      prints the report as JSON

Exit codes: 0 correct, 2 altered, 1 otherwise.`

await command(
  { usage, options: { key: text, json: flag }, operands: true },
  async ({ key, json }, _, [folder, ...rest]) => {
    if (folder === undefined || rest.length > 0 || !key) throw new UsageError()
    const verifier = parseVerifier(key)
    if (!verifier) throw new UsageError('--key is not a public key of a log.')
    const report = await verifyPack(folder, verifier)
    const { entries, faults, files, presentOnly, sealedAt } = report
    const lines = [
      ...faults.map((fault) => `NOT correct: ${fault}`),
      `${files} files, ${entries} entries of the log (${presentOnly} for their presence only), sealed ${sealedAt ?? '-'}`,
      faults.length === 0 ? 'The pack is correct.' : 'The pack is NOT correct.',
    ]
    console.log(json ? JSON.stringify(report, null, 2) : lines.join('\n'))
    return faults.length === 0 ? 0 : 2
  },
)
