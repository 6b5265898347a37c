import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type ProofRow, proofRowSchema } from '@kyc/contract/log-entries.ts'
import { z } from 'zod'
import { rootOfPath } from '../../platform/transparency/merkle-tree.ts'
import type { NoteVerifier } from '../../platform/transparency/signed-note.ts'
import { opens } from '../audit/export/proof-format.ts'
import { leafHash } from '../audit/leaf.ts'
import { openCheckpoint } from '../audit/tree/checkpoint.ts'
import { logFormat, manifestName, signedText } from './pack-format.ts'

export interface PackVerification {
  readonly files: number
  readonly entries: number
  /** Entries of the office: they are in the log, their content is not shown. */
  readonly presentOnly: number
  /** The time of the checkpoint; null if the log has none. */
  readonly sealedAt: string | null
  /** What is wrong, each with the name of a file or the id of an entry. */
  readonly faults: readonly string[]
}

const headSchema = z.strictObject({
  format: z.literal(logFormat),
  note: z.string().nullable(),
  vkey: z.string(),
})

/** Verifies an extracted pack with the public key of the log alone. @throws Error if it has no list of its files */
export async function verifyPack(folder: string, verifier: NoteVerifier): Promise<PackVerification> {
  const faults: string[] = []
  const manifest = await readFile(join(folder, manifestName))
  const signed = verifier.open(await readFile(join(folder, `${manifestName}.sig`), 'utf8').catch(() => ''))
  const [, id = ''] = signed?.split('\n') ?? []
  if (signed !== signedText(id, sha256(manifest))) faults.push(`signature ${manifestName}`)
  const lines = manifest.toString('utf8').trimEnd().split('\n')
  for (const line of lines) {
    const [, expected, path = ''] = /^([0-9a-f]{64}) {2}([\w./-]+)$/.exec(line) ?? []
    const isInside = path !== '' && !path.startsWith('/') && !path.split('/').includes('..')
    if (!isInside || (await hashOf(join(folder, path))) !== expected) faults.push(`file ${path}`)
  }
  const log = await verifyLog(folder, verifier, faults)
  return { files: lines.length, ...log, faults }
}

async function verifyLog(folder: string, verifier: NoteVerifier, faults: string[]) {
  const [first = '', ...rows] = (await readFile(join(folder, 'log.jsonl'), 'utf8')).trimEnd().split('\n')
  const { note } = headSchema.parse(JSON.parse(first))
  const checkpoint = note === null ? undefined : openCheckpoint(verifier, note)
  if (note !== null && !checkpoint) faults.push('signature log.jsonl')
  let presentOnly = 0
  for (const row of checkpoint ? rows : []) {
    const proof = proofRowSchema.parse(JSON.parse(row))
    if (!proof.content) presentOnly++
    if (!isTrue(proof) || !isInTree(proof, checkpoint)) faults.push(`entry ${proof.id}`)
  }
  return { entries: rows.length, presentOnly, sealedAt: checkpoint?.sealedAt.toISOString() ?? null }
}

/** Whether what the row shows of the entry is what its leaf commits to. */
function isTrue({ id, leaf, content, details }: ProofRow): boolean {
  if (!content) return true
  if (content.id !== id || leafHash(content) !== leaf) return false
  return !details || opens(content.details_commit, details)
}

function isInTree(
  { index, leaf, path }: ProofRow,
  checkpoint: { readonly size: number; readonly root: Buffer } | undefined,
): boolean {
  if (!checkpoint) return false
  const bytes = (hex: string) => Buffer.from(hex, 'hex')
  return rootOfPath(index, bytes(leaf), checkpoint.size, path.map(bytes))?.equals(checkpoint.root) ?? false
}

async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined // missing, or a folder
    throw error
  }
  return hash.digest('hex')
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
