import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CleanFile, Intake } from '../features/documents/intake/intake.ts'

/**
 * An intake that cleans equal files once: many demo performers share a specimen, and cleaning takes most of the first
 * start. `close` deletes what was kept and leaves the real intake open.
 */
export async function reusingIntake(intake: Intake): Promise<Intake> {
  const folder = await intake.newFolder()
  const made = new Map<string, Promise<CleanFile>>()
  return {
    ...intake,
    clean(file, account) {
      const path = join(folder, file.sha256.toString('hex'))
      // From a copy, because the received file is deleted with its form.
      const clean =
        made.get(path) ?? copyFile(file.path, path).then(() => intake.clean({ ...file, path }, account))
      made.set(path, clean)
      return clean
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
