import { copyFile } from 'node:fs/promises'
import type { CleanFile, Intake, ReceivedFile } from '../features/documents/intake/intake.ts'

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
  const rendition = async (from: CleanFile['screen']) => {
    if (!from) return null
    await copyFile(from.path, moved(from.path))
    return { ...from, path: moved(from.path) }
  }
  const [screen, thumbnail] = [await rendition(clean.screen), await rendition(clean.thumbnail)]
  return { ...clean, received: file, path, screen, thumbnail }
}
