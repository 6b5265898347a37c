import { copyFile } from 'node:fs/promises'
import type { CleanFile, Intake, ReceivedFile } from '../features/documents/intake.ts'

/**
 * An intake that cleans equal files once: many demo performers share a specimen, and cleaning is what the first
 * start waits for. `close` forgets what was kept and leaves the real intake open.
 */
export function reusingIntake(intake: Intake): Intake {
  const made = new Map<string, Promise<CleanFile>>()
  const kept: ReceivedFile[] = []
  return {
    ...intake,
    async clean(file, account) {
      const key = file.sha256.toString('hex')
      const earlier = made.get(key)
      if (earlier) return copied(await earlier, file)
      const first = intake.clean(file, account)
      made.set(key, first)
      kept.push(file)
      return first
    },
    // What was cleaned first is the source of the copies.
    discard: (files) => intake.discard(files.filter((file) => !kept.includes(file))),
    close: () => intake.discard(kept),
  }
}

async function copied(clean: CleanFile, file: ReceivedFile): Promise<CleanFile> {
  const moved = (path: string) => path.replace(clean.received.path, file.path)
  const path = moved(clean.path)
  if (path !== file.path) await copyFile(clean.path, path)
  if (!clean.screen) return { ...clean, received: file, path }
  const screen = { ...clean.screen, path: moved(clean.screen.path) }
  await copyFile(clean.screen.path, screen.path)
  return { ...clean, received: file, path, screen }
}
