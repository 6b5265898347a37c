import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  acceptedTypesText,
  type DocumentType,
  type MimeType,
  type StoredType,
} from '@kyc/contract/document-vocabulary.ts'
import { extensionOf, fileExtensions, refusedTypeCause } from '@kyc/contract/file-type.ts'
import { storedTypeLabels } from '@kyc/contract/labels.ts'
import type { Box } from '@kyc/contract/masks.ts'
import { problemTitle } from '@kyc/contract/problems.ts'
import { fileTypeFromFile } from 'file-type'
import type { VirusScanner } from '../../../platform/antivirus/virus-scanner.ts'
import { createMeter } from '../../../platform/files/meter.ts'
import type { Upload, UploadedFile } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import type { RefusalCause } from '../cleaning/cleaning-job.ts'
import type { TempFolder } from './temp-folder.ts'

/** A received file: on the disk, hashed, scanned (D81), and of a file type that its document type accepts. */
export interface ReceivedFile<Type extends StoredType = DocumentType> {
  readonly type: Type
  /** The name of the part, which is the field of problems. */
  readonly part: string
  readonly filename: string
  readonly mimeType: MimeType
  readonly size: number
  readonly sha256: Buffer
  readonly path: string
  /** Burnt into the picture while it is cleaned. */
  readonly boxes?: readonly Box[]
}

/** A complete multipart form. Disposing it deletes its files and their renditions. */
export interface ReceivedForm<Type extends StoredType = DocumentType> extends AsyncDisposable {
  readonly fields: Readonly<Record<string, string>>
  readonly files: readonly ReceivedFile<Type>[]
  /**
   * A problem for each file whose bytes, name and document type disagree (D9) or that is infected; `files` has the
   * others.
   */
  readonly refused: readonly Problem[]
}

/** Receives a complete form. Every uploaded file passes through here. */
export async function receiveForm<Part extends string, Type extends StoredType>(
  { isInfected, newFolder }: Pick<TempFolder, 'newFolder'> & Pick<VirusScanner, 'isInfected'>,
  upload: Upload<Part>,
  typeOf: (part: Part) => Type,
): Promise<ReceivedForm<Type>> {
  const folder = await newFolder()
  const discard = () => rm(folder, { recursive: true, force: true })
  const received: ReceivedFile<Type>[] = []
  const refused: Problem[] = []
  try {
    const fields = await upload.receive(async (file) => {
      const result = await receiveFile(file, typeOf(file.part), join(folder, file.part))
      if (result instanceof Problem) refused.push(result)
      else received.push(result)
    })
    const files: ReceivedFile<Type>[] = []
    // Scanned one after the other, so that an upload occupies only one thread of the scanner.
    for (const file of received) {
      if (await isInfected(file.path)) refused.push(refusedFile('FILE_INFECTED', file))
      else files.push(file)
    }
    return { fields, files, refused, [Symbol.asyncDispose]: discard }
  } catch (error) {
    await discard()
    throw error
  }
}

/** Returns the problem of a refused file, so that the others are received and reported too. */
async function receiveFile<Type extends StoredType>(
  file: UploadedFile,
  type: Type,
  path: string,
): Promise<ReceivedFile<Type> | Problem> {
  const { size, sha256 } = await saveFile(file, path, type)
  const mime = (await fileTypeFromFile(path).catch(() => undefined))?.mime
  const cause = refusedTypeCause(type, { name: file.filename, size, mime })
  if (cause) return fileRefusal({ part: file.part, type }, cause)
  const mimeType = mime as MimeType // `refusedTypeCause` returns a cause for any other type
  const filename = shownFileName(file.filename, mimeType)
  return { type, part: file.part, filename, mimeType, size, sha256, path }
}

/** Buffer of the disk writer: chunks that arrive during a write are combined into the next one. */
const highWaterMark = 1024 * 1024

async function saveFile(file: UploadedFile, path: string, type: StoredType) {
  const meter = createMeter()
  try {
    await pipeline(
      file.stream,
      meter.stream,
      createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark }),
    )
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'FILE_TOO_LARGE') throw error
    throw new Problem('FILE_TOO_LARGE', { field: file.part, fill: { field: storedTypeLabels[type] } })
  }
  return meter.result()
}

function refusedFile(
  code: 'FILE_INFECTED' | 'FILE_INDIVIDUAL_NUMBER',
  { part, type }: Pick<ReceivedFile<StoredType>, 'part' | 'type'>,
  cause?: unknown,
): Problem {
  return new Problem(code, { field: part, fill: { field: storedTypeLabels[type] }, cause })
}

/** The problem of a file that is refused for what it contains. */
export function fileRefusal(
  file: Pick<ReceivedFile<StoredType>, 'part' | 'type'>,
  fileCause: RefusalCause,
  cause?: unknown,
): Problem {
  if (fileCause === 'individual_number') return refusedFile('FILE_INDIVIDUAL_NUMBER', file, cause)
  const { part, type } = file
  const fill = { field: storedTypeLabels[type], types: acceptedTypesText(type) }
  const message = problemTitle('FILE_TYPE_UNSUPPORTED', fill)
  const errors = [{ field: part, message, cause: fileCause }]
  return new Problem('FILE_TYPE_UNSUPPORTED', { field: part, fill, errors, cause })
}

/** The name for display, which always ends in an extension that fits the bytes. */
function shownFileName(filename: string, mimeType: MimeType): string {
  // Some file systems remove trailing dots and blanks.
  const bare = filename.replace(/[.\s]+$/, '') || 'file'
  return extensionOf(bare) === undefined ? `${bare}.${fileExtensions[mimeType][0]}` : bare
}
