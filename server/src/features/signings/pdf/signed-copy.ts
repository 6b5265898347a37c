import { createHash, sign } from 'node:crypto'
import { AFRelationship, PDFDocument } from '@cantoo/pdf-lib'
import type { ContractStatement, Drawing } from '@kyc/contract/contract-statement.ts'
import type { EntryProofFile } from '@kyc/contract/log-entries.ts'
import { equalBytes } from '@kyc/contract/verification/bytes.ts'
import {
  encodeSignature,
  readSignature,
  signatureValue,
  signedAttributes,
} from '@kyc/contract/verification/signature-form.ts'
import { readTimestamp } from '@kyc/contract/verification/time-stamp.ts'
import { attachmentNames, verifyContract } from '@kyc/contract/verification/verify-contract.ts'
import { Signer, SignPdf } from '@signpdf/signpdf'
import canonicalize from 'canonicalize'
import { Certificate } from 'pkijs'
import { drawPages } from './draw-pages.ts'
import { fetchTimeStamp } from './fetch-time-stamp.ts'
import type { InstallationKey } from './installation-key.ts'
import { layOutRecord } from './record-page.ts'
import type { MadePdf } from './render-paper.ts'
import { addSignaturePlace } from './signature-place.ts'

interface SignedCopyInput {
  /** The PDF that was signed: rendered or uploaded. */
  readonly draft: Uint8Array
  readonly statement: ContractStatement
  /** Of `statement.entryId`, whose details have `sha256`, the hash of the draft. */
  readonly proof: EntryProofFile
  readonly signature?: Drawing | undefined
  readonly key: InstallationKey
  /** The address of a time-stamping service (RFC 3161); without an answer in time the copy has no time stamp. */
  readonly timestampUrl?: URL | null | undefined
  /** When the copy is made. */
  readonly at: Date
}

/** The space for the CMS: about 1 KiB, and up to 10 KiB for a time stamp with its certificates. */
const signatureBytes = { plain: 2048, timestamped: 14_336 } as const

/**
 * The copy that the parties receive: the draft, the page 締結の記録, statement and proof as attachments, signed by the
 * installation (PAdES B-B, or B-T with a time stamp).
 * @throws Error if the draft is no PDF, or if statement, proof and draft do not belong together
 */
export async function makeSignedCopy(input: SignedCopyInput): Promise<MadePdf> {
  const { key, timestampUrl } = input
  const bytes = timestampUrl ? signatureBytes.timestamped : signatureBytes.plain
  const unsigned = await assemble(input, bytes)
  const copy = await new SignPdf().sign(
    unsigned.bytes,
    new InstallationSigner(key, timestampUrl ?? null, bytes),
  )
  const trusted = { fingerprints: [key.fingerprint], logKeys: [input.proof.vkey] }
  // A copy that would fail later is not handed out.
  const { checks } = await verifyContract(copy, trusted)
  const failed = checks.filter(({ state }) => state !== 'passed').map(({ name }) => name)
  if (failed.length > 0) throw new Error(`the signed copy can not be verified: ${failed.join(', ')}`)
  return { bytes: copy, pages: unsigned.pages }
}

/** The document with a place for its signature. */
async function assemble(
  { draft, statement, proof, signature, key, at }: SignedCopyInput,
  signatureBytes: number,
): Promise<MadePdf> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const source = await PDFDocument.load(draft, { updateMetadata: false })
  // Pages only: forms, scripts and attachments of the draft stay in the attached file.
  for (const page of await document.copyPages(source, source.getPageIndices())) document.addPage(page)
  const [page] = await drawPages(
    document,
    layOutRecord({ statement, proof, signature, fingerprint: key.fingerprint }),
  )
  if (!page) throw new Error('a record has at least one page')
  document.setTitle(statement.title, { showInWindowTitleBar: true })
  document.setLanguage(statement.language)
  document.setCreationDate(at)
  const attachments: readonly [string, Uint8Array, string, AFRelationship][] = [
    [attachmentNames.draft, draft, 'application/pdf', AFRelationship.Source],
    [attachmentNames.statement, canonicalBytes(statement), 'application/json', AFRelationship.Data],
    [attachmentNames.proof, canonicalBytes(proof), 'application/json', AFRelationship.Data],
  ]
  for (const [name, content, mimeType, afRelationship] of attachments)
    await document.attach(content, name, { mimeType, afRelationship, creationDate: at, modificationDate: at })
  addSignaturePlace(document, {
    page,
    bytes: signatureBytes,
    name: new URL(statement.installation).host,
    reason: '契約締結の記録',
    at,
  })
  return { bytes: await document.save(), pages: document.getPageCount() }
}

/** Makes the CMS over the bytes of the file. */
class InstallationSigner extends Signer {
  readonly #key: InstallationKey
  readonly #timestampUrl: URL | null
  readonly #mostBytes: number

  constructor(key: InstallationKey, timestampUrl: URL | null, mostBytes: number) {
    super()
    this.#key = key
    this.#timestampUrl = timestampUrl
    this.#mostBytes = mostBytes
  }

  override async sign(signed: Buffer): Promise<Buffer> {
    const { fingerprint, privateKey } = this.#key
    const certificate = Certificate.fromBER(new Uint8Array(this.#key.certificate))
    const attributes = { fingerprint: Buffer.from(fingerprint, 'hex'), digest: sha256(signed) }
    const signature = sign('sha256', signedAttributes(attributes), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
    })
    const parts = { ...attributes, certificate, signature }
    const timestamp =
      this.#timestampUrl && (await fetchTimeStamp(this.#timestampUrl, signatureValue(signature)))
    if (timestamp && (await readTimestamp(timestamp, signature))) {
      const stamped = encodeSignature({ ...parts, timestamp })
      const read = readSignature(stamped)
      // A service may encode in another way than the verification, which accepts one encoding only.
      const isExact = read && equalBytes(encodeSignature({ ...parts, ...read }), stamped)
      if (isExact && stamped.length <= this.#mostBytes) return Buffer.from(stamped)
    }
    return Buffer.from(encodeSignature(parts))
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function canonicalBytes(value: unknown): Uint8Array {
  return Buffer.from(canonicalize(value) ?? 'null')
}
