import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder, writeOnce } from '../files/durable-files.ts'
import { unlessMissing } from '../files/fs.ts'

/** Text files that are written once and never changed. A path is a name, or a folder and a name. */
export interface OnceFiles {
  /** Creates the file, unless it exists. Durable when it resolves. */
  write(path: readonly string[], content: string): Promise<void>
  read(path: readonly string[]): Promise<string | undefined>
  /** The names of the folders at the top, in no particular order. */
  folders(): Promise<string[]>
  /** The names of the files in a folder at the top, in no particular order. */
  files(folder: string): Promise<string[]>
}

/** The files in the folder `root`, which is created with the first. */
export function folderFiles(root: string): OnceFiles {
  const names = async (...path: string[]) => (await readdir(join(root, ...path)).catch(unlessMissing)) ?? []
  return {
    async write(path, content) {
      if (await mkdir(join(root, ...path.slice(0, -1)), { recursive: true, mode: 0o700 }))
        await syncFolder(root)
      await writeOnce(join(root, ...path), content)
    },
    read: (path) => readFile(join(root, ...path), 'utf8').catch(unlessMissing),
    folders: () => names(),
    files: names,
  }
}
