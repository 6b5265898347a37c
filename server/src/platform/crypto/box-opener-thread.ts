import type { KeyObject } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { type BoxBatch, openBatch } from './box-batch.ts'

const key = workerData as KeyObject // what box-opener.ts passes
parentPort?.on('message', (batch: BoxBatch) => {
  openBatch(key, batch)
  parentPort?.postMessage(batch, [batch.bytes.buffer, batch.places.buffer])
})
