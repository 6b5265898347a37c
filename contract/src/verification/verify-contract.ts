import { PDFDocument } from '@cantoo/pdf-lib'
import { type ContractStatement, contractStatementSchema } from '../contract-statement.ts'
import { type EntryProofFile, entryProofSchema } from '../log-entries.ts'
import { type Bytes, equalBytes, fromHex, sha256, toHex } from './bytes.ts'
import {
  type CheckResult,
  type CheckState,
  type ContractCheck,
  checkResult,
  contractChecks,
} from './contract-checks.ts'
import { encodeSignature, readSignature, type SignatureParts, signedAttributes } from './signature-form.ts'
import { findSignedRange } from './signed-range.ts'
import { readTimestamp } from './time-stamp.ts'
import { type Checkpoint, isInTree, isLeaf, openCheckpoint, opensDetails } from './verify-log-proof.ts'

/** The names of the attachments of a signed copy. */
export const attachmentNames = {
  draft: 'draft.pdf',
  statement: 'statement.json',
  proof: 'proof.json',
} as const

/** The keys with which those of a contract are compared. Without a list, the check of its key is `unknown`. */
export interface TrustedKeys {
  /** Of certificates: SHA-256 in hex. */
  readonly fingerprints?: readonly string[] | undefined
  /** Public keys of the log (C2SP). */
  readonly logKeys?: readonly string[] | undefined
}

export interface ContractVerification {
  /** `unknown`: nothing is wrong, but a key could not be compared. */
  readonly state: CheckState
  readonly checks: readonly CheckResult[]
  /** The certificate that signed the file: SHA-256 in hex. */
  readonly fingerprint: string | null
  /** The key of the log that the proof names. */
  readonly logKey: string | null
  /** What the file states; null if it is damaged. It is reliable only if the checks have passed. */
  readonly statement: ContractStatement | null
  readonly draftSha256: string | null
  /** The time of the checkpoint: the latest time at which the entry can have been written. */
  readonly sealedAt: string | null
  /** The time that the time stamp of a third party states. */
  readonly timestampedAt: string | null
}

/**
 * Verifies a signed copy of a contract without a database or a connection: that it is unaltered, which installation
 * made it, and that the log has the signing of this draft. Runs in Node.js and in browsers. Any bytes are accepted.
 */
export async function verifyContract(
  file: Uint8Array,
  trusted: TrustedKeys = {},
): Promise<ContractVerification> {
  const bytes = new Uint8Array(file)
  // Every error is caught, since a damaged file can make the libraries throw errors of any class.
  const signed = await readSigned(bytes).catch(() => undefined)
  const { draft, statement, proof } = await readAttached(bytes)
  const draftSha256 = draft && toHex(await sha256(draft))
  const log = proof && (await checkLog(proof, trusted))
  // A part that the file lacks is not verified: the check of the structure fails instead.
  const states: Partial<Record<ContractCheck, CheckState>> = {
    structure: stateOf(signed?.isExact === true && draft !== null && statement !== null && proof !== null),
    ...(signed && {
      signature: stateOf(signed.isValid),
      certificate: comparedKey(signed.fingerprint, trusted.fingerprints),
    }),
    ...(draft && statement && { draft: stateOf(statement.draftSha256 === draftSha256) }),
    ...(statement && proof && { statement: stateOf(statement.entryId === proof.id) }),
    ...(proof && { entry: stateOf(await isLeaf(proof)) }),
    // A forged file may have details that can't be encoded, or a salt that is no key.
    ...(proof &&
      draftSha256 !== null && { details: stateOf(await hasHash(proof, draftSha256).catch(() => false)) }),
    ...(log && { inclusion: log.inclusion, checkpoint: log.checkpoint }),
    ...(signed?.timestamp !== undefined && { timestamp: stateOf(signed.timestamp !== null) }),
  }
  const checks = contractChecks.flatMap((name) => {
    const state = states[name]
    return state ? [checkResult(name, state)] : []
  })
  return {
    state: worstOf(checks),
    checks,
    fingerprint: signed?.fingerprint ?? null,
    logKey: proof?.vkey ?? null,
    statement,
    draftSha256,
    sealedAt: log?.sealedAt ?? null,
    timestampedAt: signed?.timestamp?.toISOString() ?? null,
  }
}

interface Signed {
  /** Whether the signature has exactly the bytes that its parts are encoded to. */
  readonly isExact: boolean
  readonly isValid: boolean
  readonly fingerprint: string
  /** Absent if the signature has no time stamp, null if the time stamp is not valid. */
  readonly timestamp?: Date | null
}

async function readSigned(bytes: Bytes): Promise<Signed | undefined> {
  const range = findSignedRange(bytes)
  const contents = range && fromHex(range.contents)
  const read = contents && readSignature(contents)
  if (!range || !read) return undefined
  const fingerprint = await sha256(new Uint8Array(read.certificate.toSchema().toBER()))
  const parts: SignatureParts = { ...read, fingerprint }
  return {
    isExact: toHex(encodeSignature(parts)).padEnd(range.contents.length, '0') === range.contents,
    isValid: equalBytes(parts.digest, await sha256(...range.signed)) && (await isSignedBy(parts)),
    fingerprint: toHex(fingerprint),
    ...(parts.timestamp && { timestamp: await readTimestamp(parts.timestamp, parts.signature) }),
  }
}

async function isSignedBy(parts: SignatureParts): Promise<boolean> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const spki = parts.certificate.subjectPublicKeyInfo.toSchema().toBER()
  const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['verify']).catch(() => undefined)
  if (!key) return false
  return crypto.subtle.verify(algorithm, key, new Uint8Array(parts.signature), signedAttributes(parts))
}

interface Attached {
  readonly draft: Bytes | null
  readonly statement: ContractStatement | null
  readonly proof: EntryProofFile | null
}

async function readAttached(bytes: Bytes): Promise<Attached> {
  const files = await readAttachments(bytes)
  return {
    draft: files.get(attachmentNames.draft) ?? null,
    statement: contractStatementSchema.safeParse(jsonOf(files.get(attachmentNames.statement))).data ?? null,
    proof: entryProofSchema.safeParse(jsonOf(files.get(attachmentNames.proof))).data ?? null,
  }
}

async function readAttachments(bytes: Bytes): Promise<ReadonlyMap<string, Bytes>> {
  try {
    const document = await PDFDocument.load(bytes, {
      updateMetadata: false,
      parseSpeed: Number.POSITIVE_INFINITY,
    })
    return new Map(document.getAttachments().map(({ name, data }) => [name, new Uint8Array(data)]))
  } catch {
    // As for `readSigned`: a damaged file can make the library throw errors of any class.
    return new Map()
  }
}

function jsonOf(bytes: Bytes | undefined): unknown {
  try {
    return bytes && JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined
    throw error
  }
}

async function hasHash(proof: EntryProofFile, draftSha256: string): Promise<boolean> {
  const { value } = proof.details
  const stated = typeof value === 'object' && value !== null && 'sha256' in value ? value.sha256 : undefined
  return stated === draftSha256 && (await opensDetails(proof))
}

async function checkLog(
  proof: EntryProofFile,
  { logKeys }: TrustedKeys,
): Promise<{ inclusion: CheckState; checkpoint: CheckState; sealedAt: string | null }> {
  const failed = { inclusion: 'failed', checkpoint: 'failed', sealedAt: null } as const
  let checkpoint: Checkpoint | undefined
  try {
    checkpoint = await openCheckpoint(proof)
  } catch (error) {
    // Browsers before 2025 have no Ed25519.
    if (!(error instanceof DOMException) || error.name !== 'NotSupportedError') return failed
    return { inclusion: 'unknown', checkpoint: 'unknown', sealedAt: null }
  }
  if (!checkpoint) return failed
  const isIncluded = await isInTree(proof, checkpoint)
  return {
    inclusion: stateOf(isIncluded),
    checkpoint: comparedKey(proof.vkey, logKeys),
    sealedAt: checkpoint.sealedAt,
  }
}

function stateOf(passed: boolean): CheckState {
  return passed ? 'passed' : 'failed'
}

function comparedKey(key: string, trusted: readonly string[] | undefined): CheckState {
  if (!trusted) return 'unknown'
  return stateOf(trusted.includes(key))
}

function worstOf(checks: readonly CheckResult[]): CheckState {
  const states = checks.map(({ state }) => state)
  return states.includes('failed') ? 'failed' : states.includes('unknown') ? 'unknown' : 'passed'
}
