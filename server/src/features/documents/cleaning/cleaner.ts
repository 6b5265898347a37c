import { availableParallelism } from 'node:os'
import { cleaningLimits } from '@kyc/contract/cleaning-limits.ts'
import { createOnce } from '../../../platform/jobs/create-once.ts'
import { FairQueue } from '../../../platform/jobs/fair-queue.ts'
import { Problem } from '../../../platform/problem.ts'
import {
  type CleanImage,
  type CleaningJob,
  type CleaningReply,
  type ExaminedPdf,
  FileRefused,
  type ImageJob,
  type MosaicJob,
} from './cleaning-job.ts'
import { type ConfinementOptions, findConfinement } from './confinement.ts'
import { type Helper, helperProgram, startHelper } from './helper.ts'

/** Opens untrusted files in helpers, a few at a time, in turns by account. */
export interface Cleaner {
  /**
   * @param account the account whose turn in the queue is used
   * @throws FileRefused when the file is at fault, including one that requires too much time or memory
   */
  image(job: ImageJob, account: string): Promise<CleanImage>
  /** Makes a picture illegible. @throws as `image` */
  mosaic(job: MosaicJob, account: string): Promise<void>
  /** @throws as `image` */
  pdf(path: string, account: string): Promise<ExaminedPdf>
  /** Whether helpers have no network and see no secret on this system. */
  isFullyConfined(): Promise<boolean>
  /** The helpers, busy and idle. */
  pids(): number[]
  /** The numbers of the files that helpers open now, and of those that are queued for a helper. */
  load(): { readonly running: number; readonly waiting: number }
  close(): void
}

export interface CleanerOptions extends ConfinementOptions {
  readonly processes?: number
  /** Limits for one file in milliseconds: wall-clock time, and processor time. */
  readonly timeout?: number
  readonly cpuTime?: number
}

export function createCleaner(options: CleanerOptions): Cleaner {
  const { log, processes, timeout, cpuTime } = options
  const confinement = createOnce(() => findConfinement(helperProgram, options))
  const queue = new FairQueue(processes ?? Math.min(availableParallelism(), cleaningLimits.processes))
  const idle = new Set<Helper>()
  const all = new Set<Helper>()
  const unavailable = (error: unknown): never => {
    log.error({ err: error }, 'a file could not be cleaned')
    throw new Problem('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 1, cause: error })
  }
  const run = (job: CleaningJob, account: string) =>
    queue.run(account, async () => {
      const confined = await confinement().catch(unavailable)
      const helper =
        [...idle].findLast((each) => each.alive()) ?? startHelper(confined, (ended) => remove(ended))
      all.add(helper)
      idle.delete(helper)
      const { imageCpu, pdfCpu, timeout: longest } = cleaningLimits
      const times = {
        timeout: timeout ?? longest,
        cpuTime: cpuTime ?? (job.kind === 'pdf' ? pdfCpu : imageCpu),
      }
      const reply = await helper.run(job, times).catch(unavailable)
      if (helper.alive()) idle.add(helper)
      return resultOf(reply)
    })
  const remove = (helper: Helper) => {
    all.delete(helper)
    idle.delete(helper)
  }
  return {
    // The kind of the job determines the type of the result (cleaner-process.ts).
    image: (job, account) => run({ kind: 'image', ...job }, account) as Promise<CleanImage>,
    mosaic: async (job, account) => {
      await run({ kind: 'mosaic', ...job }, account)
    },
    pdf: (input, account) => run({ kind: 'pdf', input }, account) as Promise<ExaminedPdf>,
    isFullyConfined: async () => (await confinement()).isFull,
    pids: () => [...all].flatMap((helper) => helper.pid ?? []),
    load: () => queue.load(),
    close: () => {
      for (const helper of all) helper.kill()
    },
  }
}

function resultOf(reply: CleaningReply): CleanImage | ExaminedPdf | null {
  if ('ok' in reply) return reply.ok
  if ('refused' in reply) throw new FileRefused(reply.refused.fileCause, reply.refused.reason)
  throw new Problem('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 1, cause: new Error(reply.failed) })
}
