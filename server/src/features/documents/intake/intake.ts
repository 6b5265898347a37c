import type { StoredType } from '@kyc/contract/document-vocabulary.ts'
import type { VirusScanner } from '../../../platform/antivirus/virus-scanner.ts'
import { newId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import { type Cleaner, createCleaner } from '../cleaning/cleaner.ts'
import { FileRefused } from '../cleaning/cleaning-job.ts'
import { isFacePhoto } from '../document-hashes.ts'
import { fileRefusal, type ReceivedFile } from './receive-form.ts'
import { createTempFolder, type TempFolder } from './temp-folder.ts'

/** A file that is ready to be stored: re-encoded or inspected. */
export interface CleanFile {
  readonly path: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  readonly pages: number | null
  /** The perceptual hash of the photo of a face, in hex; null for other documents. */
  readonly hash: string | null
  readonly screen: Rendition | null
  readonly thumbnail: Rendition | null
}

interface Rendition {
  readonly path: string
  readonly size: number
}

/** The folder of received files, and the helpers that open them. */
export interface Intake extends Pick<TempFolder, 'hasRoom' | 'newFolder'>, Pick<VirusScanner, 'isInfected'> {
  /** Identifies this process in upload intents. */
  readonly workerId: string
  /** Re-encodes an image or inspects a PDF, in turns by account. */
  clean(file: ReceivedFile<StoredType>, account: string): Promise<CleanFile>
  /** Makes a mosaic of a picture in the folder. */
  mosaic: Cleaner['mosaic']
  isFullyConfined: Cleaner['isFullyConfined']
  /** The helpers, the files that they open now, and those that wait for one. */
  load(): { readonly helpers: number; readonly running: number; readonly waiting: number }
  close(): Promise<void>
}

/**
 * @param options.tempFolder the folder of received files until they are stored; folders of ended processes
 *   are removed
 * @param options.virusScanner null: no file is infected
 * @param options.secrets folders and files that helpers must not see
 */
export async function createIntake(options: {
  tempFolder: string
  secrets: readonly string[]
  virusScanner: VirusScanner | null
  log: Log
}): Promise<Intake> {
  const folder = await createTempFolder(options.tempFolder)
  const cleaner = createCleaner({ log: options.log, folder: folder.path, secrets: options.secrets })
  const clean: Intake['clean'] = async (file, account) => {
    const { path } = file
    if (file.mimeType === 'application/pdf') {
      const { pages } = await cleaner.pdf(path, account)
      return {
        path,
        size: file.size,
        width: null,
        height: null,
        pages,
        hash: null,
        screen: null,
        thumbnail: null,
      }
    }
    const format = file.mimeType === 'image/jpeg' ? 'jpeg' : 'png'
    const [full, screen, thumbnail] = [`${path}-full`, `${path}-screen`, `${path}-thumbnail`]
    const boxes = file.boxes ?? []
    const hashed = isFacePhoto(file.type)
    const image = await cleaner.image(
      { input: path, format, boxes, hashed, full, screen, thumbnail },
      account,
    )
    return {
      path: full,
      size: image.size,
      width: image.width,
      height: image.height,
      pages: null,
      hash: image.hash,
      screen: { path: screen, size: image.screenSize },
      thumbnail: { path: thumbnail, size: image.thumbnailSize },
    }
  }
  return {
    workerId: newId(),
    hasRoom: folder.hasRoom,
    newFolder: folder.newFolder,
    isInfected: async (path) => (await options.virusScanner?.isInfected(path)) ?? false,
    mosaic: cleaner.mosaic,
    isFullyConfined: cleaner.isFullyConfined,
    load: () => ({ helpers: cleaner.pids().length, ...cleaner.load() }),
    clean: (file, account) =>
      clean(file, account).catch((error) => {
        throw error instanceof FileRefused ? fileRefusal(file, error.fileCause, error) : error
      }),
    close: async () => {
      cleaner.close()
      await folder.remove()
    },
  }
}
