import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { limits } from '@kyc/contract/limits.ts'
import { bareEnvironment } from '../../../platform/bare-environment.ts'
import type { Log } from '../../../platform/log.ts'
import { Problem } from '../../../platform/problem.ts'
import type { ReadingKeys } from '../seal.ts'
import type { ExportJob, ExportNews, ExportOrder } from './export-job.ts'

export type ExportRequest = Pick<ExportJob, 'actor' | 'filter' | 'at' | 'rowsPerSheet'>

/** Makes exports in threads of their own: one for a person, few in a process. */
export interface AuditExporter {
  /**
   * Resolves when the export can begin; nothing has been read for it yet.
   * @throws Problem EXPORT_IN_PROGRESS, TEMPORARILY_UNAVAILABLE
   */
  prepare(request: ExportRequest): Promise<PreparedExport>
  /** Ends what still runs. */
  close(): Promise<void>
}

export interface PreparedExport {
  /** The file. Whoever destroys it ends the thread. */
  begin(): Readable
  /** Ends the thread instead. */
  giveUp(): Promise<unknown>
}

/** Enough for pages, packing and the library; what takes more has lost its way, and must not take the server along. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 }
const highWaterMark = 256 * 1024

export function createAuditExporter(
  services: ReadingKeys & { readonly databaseUrl: string; readonly log: Log },
): AuditExporter {
  const running = new Map<string, Worker | null>()
  return {
    async prepare(request) {
      const person = request.actor.id
      if (running.has(person) || running.size >= limits.exportsPerServer)
        throw new Problem('EXPORT_IN_PROGRESS')
      running.set(person, null)
      const worker = startThread(services, request)
      worker.on('error', (error) => services.log.error({ err: error }, 'an export broke off'))
      running.set(person, worker)
      const ended = () => running.get(person) === worker && running.delete(person)
      worker.on('message', (news: ExportNews) => {
        if (news === 'end' || news === 'busy') ended()
        else if (typeof news === 'object' && 'unreadable' in news)
          services.unreadable.add('entries', news.unreadable)
      })
      worker.once('exit', ended)
      return whenReady(worker)
    },
    async close() {
      await Promise.all([...running.values()].map((worker) => worker?.terminate()))
    },
  }
}

function startThread(
  { databaseUrl, auditKeys: keys }: Pick<ReadingKeys, 'auditKeys'> & { readonly databaseUrl: string },
  request: ExportRequest,
): Worker {
  const job: ExportJob = { databaseUrl, keys, ...request }
  // The server itself is started with a small young generation, and that flag would outrank the thread's own limit,
  // which opens boxes by the hundred thousand and leaves that much to collect.
  setFlagsFromString('--max-semi-space-size=0')
  // What is collected first of all is what the pages at hand leave behind; to begin later makes it a quarter of that.
  setFlagsFromString('--initial-old-space-size=64')
  return new Worker(new URL('./export-thread.ts', import.meta.url), {
    workerData: job,
    env: bareEnvironment(),
    execArgv: [],
    resourceLimits,
  })
}

/** Resolves when the thread has its lock, and rejects when it can't have it or fails. */
function whenReady(worker: Worker): Promise<PreparedExport> {
  return new Promise((resolve, reject) => {
    worker.once('exit', () => reject(new Problem('TEMPORARILY_UNAVAILABLE')))
    worker.once('message', (news: ExportNews) => {
      if (news === 'busy') reject(new Problem('EXPORT_IN_PROGRESS'))
      else resolve({ begin: () => streamOf(worker), giveUp: () => worker.terminate() })
    })
  })
}

const order = (worker: Worker, what: ExportOrder) => worker.postMessage(what)

/** Asks for the next piece when the last one was taken: a slow reader slows the thread and fills no memory. */
function streamOf(worker: Worker): Readable {
  let begun = false
  let ended = false
  const stream = new Readable({
    highWaterMark,
    read() {
      order(worker, begun ? 'more' : 'begin')
      begun = true
    },
    destroy(error, done) {
      worker.terminate().then(() => done(error), done)
    },
  })
  worker.on('message', (news: ExportNews) => {
    if (typeof news === 'object' && 'bytes' in news) stream.push(Buffer.from(news.bytes.buffer))
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
