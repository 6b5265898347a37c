import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  acceptedMimeTypes,
  acceptedTypesText,
  type DocumentType,
  type MimeType,
} from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { fileTypeFromFile } from 'file-type'
import type { Upload, UploadedFile } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import type { TempFolder } from './temp-folder.ts'

/** A received file: on the disk, hashed, and of a file type that its document type accepts. */
export interface ReceivedFile {
  readonly type: DocumentType
  /** The name of the part, which is the field of problems. */
  readonly part: string
  readonly filename: string
  readonly mimeType: MimeType
  readonly size: number
  readonly sha256: Buffer
  readonly path: string
}

/** A complete multipart form. Disposing it deletes its files and their renditions. */
export interface ReceivedForm extends AsyncDisposable {
  readonly fields: Readonly<Record<string, string>>
  readonly files: readonly ReceivedFile[]
}

/**
 * Receives a complete form. Every uploaded file passes through here (D9).
 * @throws Problem of `Upload.receive`, FILE_TYPE_UNSUPPORTED (bytes, name and document type disagree)
 */
export async function receiveForm<Part extends string>(
  { newFolder }: Pick<TempFolder, 'newFolder'>,
  upload: Upload<Part>,
  typeOf: (part: Part) => DocumentType,
): Promise<ReceivedForm> {
  const folder = await newFolder()
  const discard = () => rm(folder, { recursive: true, force: true })
  const files: ReceivedFile[] = []
  try {
    const fields = await upload.receive(async (file) => {
      files.push(await receiveFile(file, typeOf(file.part), join(folder, file.part)))
    })
    return { fields, files, [Symbol.asyncDispose]: discard }
  } catch (error) {
    await discard()
    throw error
  }
}

async function receiveFile(file: UploadedFile, type: DocumentType, path: string): Promise<ReceivedFile> {
  const { size, sha256 } = await saveFile(file, path, type)
  const mimeType = await detectType(path, file, type)
  const filename = shownFileName(file.filename, mimeType)
  return { type, part: file.part, filename, mimeType, size, sha256, path }
}

/** Buffer of the disk writer: chunks that arrive during a write are combined into the next one. */
const highWaterMark = 1024 * 1024

async function saveFile(file: UploadedFile, path: string, type: DocumentType) {
  const hash = createHash('sha256')
  let size = 0
  async function* hashed() {
    for await (const chunk of file.stream) {
      size += chunk.length
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    await pipeline(hashed, createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark }))
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'FILE_TOO_LARGE') throw error
    throw new Problem('FILE_TOO_LARGE', { field: file.part, fill: { field: documentTypeLabels[type] } })
  }
  return { size, sha256: hash.digest() }
}

async function detectType(path: string, { part, filename }: UploadedFile, type: DocumentType) {
  const detected = await fileTypeFromFile(path).catch(() => undefined)
  const mimeType = acceptedMimeTypes(type).find((accepted) => accepted === detected?.mime)
  if (!mimeType || !nameAgrees(filename, mimeType)) throw fileRefusal({ part, type })
  return mimeType
}

/** The problem of a file that its document type does not accept. */
export function fileRefusal({ part, type }: Pick<ReceivedFile, 'part' | 'type'>, cause?: unknown): Problem {
  const fill = { field: documentTypeLabels[type], types: acceptedTypesText(type) }
  return new Problem('FILE_TYPE_UNSUPPORTED', { field: part, fill, cause })
}

const extensions = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'application/pdf': ['pdf'],
} as const satisfies Record<MimeType, readonly string[]>

/** Whether the extension of the name agrees with the bytes (D9); no extension agrees with all. */
function nameAgrees(filename: string, mimeType: MimeType): boolean {
  const claimed = extensionOf(filename)
  const accepted: readonly string[] = extensions[mimeType]
  return claimed === undefined || accepted.includes(claimed)
}

/** The name for display, which always ends in an extension that fits the bytes. */
function shownFileName(filename: string, mimeType: MimeType): string {
  // Some file systems remove trailing dots and blanks.
  const bare = filename.replace(/[.\s]+$/, '') || 'file'
  return extensionOf(bare) === undefined ? `${bare}.${extensions[mimeType][0]}` : bare
}

function extensionOf(filename: string): string | undefined {
  return /\.([a-z0-9]{1,8})[.\s]*$/i.exec(filename)?.[1]?.toLowerCase()
}
