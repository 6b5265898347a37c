import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { parseVerifier } from '../../../platform/transparency/signed-note.ts'
import type { AuditKeys } from '../entry-box.ts'
import { checkRange, connectForRanges } from './check-range.ts'

/** The input of the thread. */
export interface RangeJob {
  readonly databaseUrl: string
  readonly keys: AuditKeys
  readonly vkey: string
}

export interface RangeRequest {
  readonly from: number
  readonly to: number
}

// A thread that checks ranges of leaves, one after another, on its own connection.
if (parentPort) {
  const { databaseUrl, keys, vkey } = workerData as RangeJob // range-checkers.ts passes a RangeJob
  const verifier = parseVerifier(vkey)
  if (!verifier) throw new Error('the thread got no key')
  const client = await connectForRanges(databaseUrl)
  for (;;) {
    const [{ from, to }] = (await once(parentPort, 'message')) as [RangeRequest] // range-checkers.ts sends them
    const checked = await checkRange(client, { keys, verifier }, from, to)
    parentPort.postMessage(checked, [checked.leaves.buffer as ArrayBuffer]) // created with a size, so not shared
  }
}
