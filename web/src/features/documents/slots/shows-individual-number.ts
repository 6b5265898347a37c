import { second } from '@kyc/contract/durations.ts'

/** A slow connection must not keep a picture from being sent. */
const patience = 5 * second

/**
 * Whether a QR code in the picture holds an individual number (D114), read in a worker. False if the browser can't load
 * the reader in time or can't read the picture: the server refuses such a picture too. Throws the signal's reason if it
 * is aborted.
 */
export async function showsIndividualNumber(picture: Blob, signal: AbortSignal): Promise<boolean> {
  const worker = new Worker(new URL('./codes-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const giveUp = () => resolve(false)
  const timer = setTimeout(giveUp, patience)
  signal.addEventListener('abort', giveUp)
  worker.addEventListener('error', giveUp)
  worker.addEventListener('message', ({ data }: MessageEvent<boolean>) => resolve(data))
  worker.postMessage(picture)
  const shows = await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', giveUp)
  worker.terminate()
  signal.throwIfAborted()
  return shows
}
