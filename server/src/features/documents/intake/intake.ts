import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  acceptedMimeTypes,
  acceptedTypesText,
  type DocumentType,
  type MimeType,
} from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { fileTypeFromFile } from 'file-type'
import type { UploadedFile } from '../../../platform/http/requests/binding.ts'
import { newId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import { Problem } from '../../../platform/problem.ts'
import { createCleaner } from '../cleaning/cleaner.ts'
import { FileRefused } from '../cleaning/file-refused.ts'
import { nameAgrees, shownFileName } from '../read/file-name.ts'
import { makeTempFolder, type TempFolder } from './temp-folder.ts'

/** A file as it came in: on the disk of this process, hashed, and of a type that its slot takes. */
export interface ReceivedFile {
  readonly type: DocumentType
  /** The name of the form's part, which problems point at. */
  readonly part: string
  readonly filename: string
  readonly mimeType: MimeType
  readonly size: number
  readonly sha256: Buffer
  readonly path: string
}

/** A file as it is to be stored: written anew, or examined (D10). */
export interface CleanFile {
  readonly received: ReceivedFile
  readonly path: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  readonly pages: number | null
  readonly screen: Rendition | null
  readonly thumbnail: Rendition | null
}

interface Rendition {
  readonly path: string
  readonly size: number
}

/** The one way in for files: whatever stores a document takes it from here. */
export interface Intake {
  /** Names this process in upload intents. */
  readonly workerId: string
  /**
   * Reads one file to its end.
   * @throws Problem FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED (bytes, name and slot disagree, D9)
   */
  receive(file: UploadedFile, type: DocumentType): Promise<ReceivedFile>
  /**
   * Waits for the turn of `account`.
   * @throws Problem FILE_TYPE_UNSUPPORTED, TEMPORARILY_UNAVAILABLE
   */
  clean(file: ReceivedFile, account: string): Promise<CleanFile>
  /** Deletes what was received and what was made of it. */
  discard(files: readonly ReceivedFile[]): Promise<void>
  close(): Promise<void>
}

/**
 * @param options.tempFolder where files lie while they are on their way; swept of what dead processes left
 * @param options.secrets folders and files that the processes which open files must not see
 */
export async function createIntake(options: {
  tempFolder: string
  secrets: readonly string[]
  log: Log
}): Promise<Intake> {
  const folder = await makeTempFolder(options.tempFolder)
  const cleaner = createCleaner({ log: options.log, folder: folder.path, secrets: options.secrets })
  return {
    workerId: newId(),
    receive: (file, type) => receive(folder, file, type),
    clean: async (file, account) => {
      try {
        if (file.mimeType === 'application/pdf') {
          return { ...asItIs(file), pages: (await cleaner.pdf(file.path, account)).pages }
        }
        const format = file.mimeType === 'image/jpeg' ? 'jpeg' : 'png'
        const [full, screen, thumbnail] = outputsOf(file)
        const job = { input: file.path, format, full, screen, thumbnail } as const
        const made = await cleaner.image(job, account)
        const { width, height, size, screenSize, thumbnailSize } = made
        return {
          received: file,
          path: full,
          size,
          width,
          height,
          pages: null,
          screen: { path: screen, size: screenSize },
          thumbnail: { path: thumbnail, size: thumbnailSize },
        }
      } catch (error) {
        throw error instanceof FileRefused ? refusal(file.part, file.type, error) : error
      }
    },
    discard: async (files) => {
      const paths = files.flatMap((file) => [file.path, ...outputsOf(file)])
      await Promise.all(paths.map((path) => rm(path, { force: true })))
    },
    close: async () => {
      cleaner.close()
      await folder.remove()
    },
  }
}

function asItIs(file: ReceivedFile): CleanFile {
  return {
    received: file,
    path: file.path,
    size: file.size,
    width: null,
    height: null,
    pages: null,
    screen: null,
    thumbnail: null,
  }
}

function outputsOf(file: ReceivedFile): [full: string, screen: string, thumbnail: string] {
  return [`${file.path}-full`, `${file.path}-screen`, `${file.path}-thumbnail`]
}

async function receive(folder: TempFolder, file: UploadedFile, type: DocumentType): Promise<ReceivedFile> {
  const path = folder.newPath()
  try {
    const { size, sha256 } = await save(file, path, type)
    const mimeType = await recognise(path, file, type)
    return {
      type,
      part: file.slot,
      filename: shownFileName(file.filename, mimeType),
      mimeType,
      size,
      sha256,
      path,
    }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** Bytes that may wait for the disk: what comes while a write is under way goes with the next one. */
const highWaterMark = 1024 * 1024

async function save(file: UploadedFile, path: string, type: DocumentType) {
  const hash = createHash('sha256')
  let size = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      hash.update(chunk)
      done(size > limits.fileBytes ? tooLarge(file.slot, type) : null, chunk)
    },
  })
  try {
    await pipeline(file.stream, count, createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark }))
  } catch (error) {
    // The parser enforces the same limit and may be first; it does not know the label of the slot.
    throw error instanceof Problem && error.code === 'FILE_TOO_LARGE' ? tooLarge(file.slot, type) : error
  }
  return { size, sha256: hash.digest() }
}

async function recognise(path: string, file: UploadedFile, type: DocumentType): Promise<MimeType> {
  const found = await fileTypeFromFile(path).catch(() => undefined)
  const mimeType = acceptedMimeTypes(type).find((accepted) => accepted === found?.mime)
  if (!mimeType || !nameAgrees(file.filename, mimeType)) throw refusal(file.slot, type)
  return mimeType
}

function tooLarge(field: string, type: DocumentType): Problem {
  return new Problem('FILE_TOO_LARGE', { field, fill: { field: documentTypeLabels[type] } })
}

function refusal(field: string, type: DocumentType, cause?: unknown): Problem {
  const fill = { field: documentTypeLabels[type], types: acceptedTypesText(type) }
  return new Problem('FILE_TYPE_UNSUPPORTED', { field, fill, cause })
}
