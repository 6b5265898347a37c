import { newId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import { createCleaner } from '../cleaning/cleaner.ts'
import { FileRefused } from '../cleaning/cleaning-job.ts'
import { fileRefusal, type ReceivedFile } from './receive-form.ts'
import { makeTempFolder, type TempFolder } from './temp-folder.ts'

/** A file as it is to be stored: re-encoded, or inspected (D10). */
export interface CleanFile {
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

/** Where received files are kept, and the processes that open them. */
export interface Intake extends Pick<TempFolder, 'newFolder'> {
  /** Names this process in upload intents. */
  readonly workerId: string
  /**
   * Re-encodes an image, inspects a PDF. Accounts take turns (D59).
   * @throws Problem FILE_TYPE_UNSUPPORTED, TEMPORARILY_UNAVAILABLE
   */
  clean(file: ReceivedFile, account: string): Promise<CleanFile>
  close(): Promise<void>
}

/**
 * @param options.tempFolder where received files are kept until they are stored; folders of dead processes are removed
 * @param options.secrets folders and files that the processes which open files must not see
 */
export async function createIntake(options: {
  tempFolder: string
  secrets: readonly string[]
  log: Log
}): Promise<Intake> {
  const folder = await makeTempFolder(options.tempFolder)
  const cleaner = createCleaner({ log: options.log, folder: folder.path, secrets: options.secrets })
  const clean: Intake['clean'] = async (file, account) => {
    const { path } = file
    if (file.mimeType === 'application/pdf') {
      const { pages } = await cleaner.pdf(path, account)
      return { path, size: file.size, width: null, height: null, pages, screen: null, thumbnail: null }
    }
    const format = file.mimeType === 'image/jpeg' ? 'jpeg' : 'png'
    const [full, screen, thumbnail] = [`${path}-full`, `${path}-screen`, `${path}-thumbnail`]
    const made = await cleaner.image({ input: path, format, full, screen, thumbnail }, account)
    return {
      path: full,
      size: made.size,
      width: made.width,
      height: made.height,
      pages: null,
      screen: { path: screen, size: made.screenSize },
      thumbnail: { path: thumbnail, size: made.thumbnailSize },
    }
  }
  return {
    workerId: newId(),
    newFolder: folder.newFolder,
    clean: (file, account) =>
      clean(file, account).catch((error) => {
        throw error instanceof FileRefused ? fileRefusal(file, error) : error
      }),
    close: async () => {
      cleaner.close()
      await folder.remove()
    },
  }
}
