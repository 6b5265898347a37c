import { join } from 'node:path'
import { type CheckpointStore, checkpointStore } from '../../platform/transparency/checkpoint-store.ts'
import { folderFiles } from '../../platform/transparency/once-files.ts'

interface CopyOptions {
  readonly onProgress?: () => void
  /** Whether to leave out the checkpoint of this note. */
  readonly isExcluded?: (note: string) => boolean
}

/** Copies the published checkpoints that the target lacks. They never change, so the others are not read. */
export async function copyCheckpoints(
  source: CheckpointStore,
  target: CheckpointStore,
  { onProgress, isExcluded }: CopyOptions = {},
): Promise<void> {
  const key = await source.readKey()
  if (key !== undefined) await target.publishKey(key)
  for (const day of await source.days()) {
    const present = new Set((await target.list(day)).map(({ name }) => name))
    for (const published of await source.list(day)) {
      const note = present.has(published.name) ? undefined : await source.read(published)
      if (note !== undefined && !isExcluded?.(note)) await target.publishCopy(published, note)
      onProgress?.()
    }
  }
}

/** The checkpoints in the folder of a backup. */
export function backedUpCheckpoints(folder: string): CheckpointStore {
  return checkpointStore(folderFiles(join(folder, 'checkpoints')))
}
