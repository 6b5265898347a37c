import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { limits } from '@kyc/contract/limits.ts'
import { bareEnvironment } from '../../../platform/bare-environment.ts'
import type { Log } from '../../../platform/log.ts'
import { Problem } from '../../../platform/problem.ts'
import type { ReadingKeys } from '../seal.ts'
import type { ExportJob, ExportNews, ExportRequest } from './export-job.ts'

/** Runs each export in its own thread: one for an account, `limits.exportsPerServer` in a process. */
export interface AuditExporter {
  /**
   * Resolves when the export can begin. No page of entries has been read yet.
   * @throws Problem EXPORT_IN_PROGRESS, TEMPORARILY_UNAVAILABLE
   */
  prepare(request: ExportRequest): Promise<PreparedExport>
  /** Ends all running exports. */
  close(): Promise<void>
}

export interface PreparedExport {
  /** The file. Destroying it ends the thread. */
  begin(): Readable
  /** Ends the thread without a file. */
  cancel(): Promise<unknown>
}

/** Memory cap: a runaway export must not bring down the server. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 }

export function createAuditExporter(
  services: ReadingKeys & { readonly databaseUrl: string; readonly log: Log },
): AuditExporter {
  const { databaseUrl, auditKeys: keys, log, unreadable } = services
  const running = new Map<string, Worker>()
  return {
    prepare(request) {
      const account = request.actor.id
      if (running.has(account) || running.size >= limits.exportsPerServer) {
        return Promise.reject(new Problem('EXPORT_IN_PROGRESS'))
      }
      const job: ExportJob = { databaseUrl, keys, ...request }
      const worker = new Worker(new URL('./export-thread.ts', import.meta.url), {
        workerData: job,
        env: bareEnvironment(),
        execArgv: [],
        resourceLimits,
      })
      running.set(account, worker)
      const release = () => running.get(account) === worker && running.delete(account)
      worker.on('error', (error) => log.error({ err: error }, 'an export failed'))
      worker.on('message', (news: ExportNews) => {
        if (news === 'end' || news === 'busy') release()
        else if (typeof news === 'object' && 'unreadable' in news) unreadable.add('entries', news.unreadable)
      })
      worker.once('exit', release)
      return whenReady(worker)
    },
    async close() {
      await Promise.all([...running.values()].map((worker) => worker.terminate()))
    },
  }
}

/** Resolves when the thread has its lock, and rejects when it can't have it or fails. */
function whenReady(worker: Worker): Promise<PreparedExport> {
  return new Promise((resolve, reject) => {
    worker.once('exit', () => reject(new Problem('TEMPORARILY_UNAVAILABLE')))
    worker.once('message', (news: ExportNews) => {
      if (news === 'busy') reject(new Problem('EXPORT_IN_PROGRESS'))
      else resolve({ begin: () => streamOf(worker), cancel: () => worker.terminate() })
    })
  })
}

/** Requests the next piece when the last one was taken: a slow client slows the thread and fills no memory. */
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
  worker.on('message', (news: ExportNews) => {
    if (typeof news === 'object' && 'bytes' in news) stream.push(news.bytes)
    else if (news === 'end') {
      ended = true
      stream.push(null)
    }
  })
  worker.once('exit', () => {
    if (!ended) stream.destroy(new Error('the thread of an export ended too early'))
  })
  return stream
}
