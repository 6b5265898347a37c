import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { KeyRing } from '../../../platform/crypto/key-ring.ts'
import type { Log } from '../../../platform/log.ts'
import { Problem } from '../../../platform/problem.ts'
import { bareEnvironment } from '../../../platform/process/bare-environment.ts'
import type { NoteVerifier } from '../../../platform/transparency/signed-note.ts'
import type { ReadingKeys } from '../entry-box.ts'
import type { ExportJob, ExportMessage, ExportRequest } from './export-job.ts'

/** Runs each export in its own thread. */
export interface AuditExporter {
  /**
   * Returns the file when it can begin. No entries have been read yet. Destroying the stream terminates the thread.
   */
  open(request: ExportRequest): Promise<Readable>
  /** Terminates all running exports. */
  close(): Promise<void>
}

/** Memory cap: a runaway export must not bring down the server. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 }

export function createAuditExporter(
  services: ReadingKeys & {
    readonly databaseUrl: string
    readonly log: Log
    readonly auditSigner: Pick<NoteVerifier, 'name'>
    readonly keyRing: Pick<KeyRing, 'secret'>
  },
): AuditExporter {
  const { databaseUrl, auditKeys: keys, log, unreadable } = services
  const signer = { name: services.auditSigner.name, seed: services.keyRing.secret('audit-signing') }
  const running = new Set<Worker>()
  return {
    open(request) {
      const job: ExportJob = { databaseUrl, keys, signer, ...request }
      const worker = new Worker(new URL('./export-thread.ts', import.meta.url), {
        workerData: job,
        env: bareEnvironment(),
        execArgv: [],
        resourceLimits,
      })
      running.add(worker)
      worker.on('error', (error) => log.error({ err: error }, 'an export failed'))
      worker.on('message', (message: ExportMessage) => {
        if (typeof message === 'object' && 'unreadable' in message)
          unreadable.add('entries', message.unreadable)
      })
      worker.once('exit', () => running.delete(worker))
      return new Promise((resolve, reject) => {
        worker.once('exit', () => reject(new Problem('TEMPORARILY_UNAVAILABLE')))
        worker.once('message', () => resolve(streamOf(worker)))
      })
    },
    async close() {
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}

/** Requests the next chunk on demand: a slow client slows the thread instead of filling memory. */
function streamOf(worker: Worker): Readable {
  let ended = false
  const stream = new Readable({
    highWaterMark: 256 * 1024,
    read() {
      worker.postMessage('next')
    },
    destroy(error, done) {
      worker.terminate().then(() => done(error), done)
    },
  })
  worker.on('message', (message: ExportMessage) => {
    if (typeof message === 'object' && 'bytes' in message) stream.push(message.bytes)
    else if (message === 'end') {
      ended = true
      stream.push(null)
    }
  })
  worker.once('exit', () => {
    if (!ended) stream.destroy(new Error('the thread of an export ended before the file was complete'))
  })
  return stream
}
