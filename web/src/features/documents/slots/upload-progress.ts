export interface SentFile<K extends string = string> {
  readonly key: K
  readonly size: number
}

export interface UploadProgress<K extends string = string> {
  /** Bytes sent of each file, in sending order. */
  readonly sent: Readonly<Partial<Record<K, number>>>
  readonly sentBytes: number
  readonly totalBytes: number
  /** Number of files sent completely. */
  readonly done: number
}

/**
 * Progress per file by byte position: one body contains the files in order, so the position shows which
 * are sent. The overhead (text fields, boundaries) is a few hundred bytes and counted as sent first.
 */
export function uploadProgress<K extends string>(
  files: readonly SentFile<K>[],
  position: { loaded: number; total: number },
): UploadProgress<K> {
  const totalBytes = files.reduce((sum, file) => sum + file.size, 0)
  const overhead = Math.max(0, position.total - totalBytes)
  const sentBytes = Math.min(totalBytes, Math.max(0, position.loaded - overhead))
  const sent: Partial<Record<K, number>> = {}
  let before = 0
  let done = 0
  for (const { key, size } of files) {
    sent[key] = Math.min(size, Math.max(0, sentBytes - before))
    before += size
    if (sentBytes >= before) done += 1
  }
  return { sent, sentBytes, totalBytes, done }
}

/** Estimated seconds left; undefined in the first second and before any byte of a file. */
export function secondsLeft(progress: UploadProgress, elapsedMs: number): number | undefined {
  if (elapsedMs < 1000 || progress.sentBytes === 0) return undefined
  const perMs = progress.sentBytes / elapsedMs
  return Math.ceil((progress.totalBytes - progress.sentBytes) / perMs / 1000)
}

export function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((part / whole) * 100)
}
