import type { KeyObject } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { bareEnvironment } from '../bare-environment.ts'
import { type BoxBatch, packBatch, type SealedText, textsOf } from './box-batch.ts'

/** Opens boxes in a thread of its own, so that whoever asks can do something else meanwhile. */
export interface BoxOpener {
  /**
   * The texts in order, undefined for a damaged box. Batches are opened one after the other.
   * @throws Error if the thread has ended
   */
  open(texts: readonly SealedText[]): Promise<Iterable<string | undefined>>
  close(): Promise<unknown>
}

/** It holds one batch at a time. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

/** `key` is one of AES-256. */
export function startBoxOpener(key: KeyObject): BoxOpener {
  const worker = new Worker(new URL('./box-opener-thread.ts', import.meta.url), {
    workerData: key,
    env: bareEnvironment(),
    execArgv: [],
    resourceLimits,
  })
  const waiting: PromiseWithResolvers<BoxBatch>[] = []
  let fault: Error | undefined
  const fail = (error: Error) => {
    fault ??= error
    for (const { reject } of waiting.splice(0)) reject(fault)
  }
  worker.on('message', (batch: BoxBatch) => waiting.shift()?.resolve(batch))
  worker.once('error', fail)
  worker.once('exit', () => fail(new Error('the thread that opens boxes has ended')))
  return {
    async open(texts) {
      if (fault) throw fault
      const batch = packBatch(texts)
      const opened = Promise.withResolvers<BoxBatch>()
      waiting.push(opened)
      worker.postMessage(batch, [batch.bytes.buffer, batch.places.buffer])
      return textsOf(await opened.promise)
    },
    close: () => worker.terminate(),
  }
}
