import { availableParallelism } from 'node:os'
import { limits } from '@kyc/contract/limits.ts'
import { FairQueue } from '../../../platform/fair-queue.ts'
import { Problem } from '../../../platform/problem.ts'
import {
  type CleanImage,
  type CleaningAnswer,
  type CleaningJob,
  type ExaminedPdf,
  FileRefused,
  type ImageJob,
} from './cleaning-job.ts'
import { type Confinement, type ConfinementOptions, findConfinement } from './confinement.ts'
import { type Helper, helperProgram, startHelper } from './helper.ts'

/** Opens files of strangers in processes of their own, a few at a time; accounts take turns (D59). */
export interface Cleaner {
  /**
   * @param account whose turn it uses
   * @throws FileRefused when the file is at fault, also for what it takes in time or memory
   * @throws Problem TEMPORARILY_UNAVAILABLE when the process crashed, or took too long on a busy machine
   */
  image(job: ImageJob, account: string): Promise<CleanImage>
  /** @throws as `image` */
  pdf(path: string, account: string): Promise<ExaminedPdf>
  /** The processes at work or waiting for work. */
  pids(): number[]
  close(): void
}

export interface CleanerOptions extends ConfinementOptions {
  readonly processes?: number
  /** Milliseconds for one file, and the limit of its processor time (D59). */
  readonly timeout?: number
  readonly cpuTime?: number
}

export function createCleaner(options: CleanerOptions): Cleaner {
  const { log, processes, timeout, cpuTime } = options
  let confinement: Promise<Confinement> | undefined
  const queue = new FairQueue(processes ?? Math.min(availableParallelism(), limits.cleaning.processes))
  const idle = new Set<Helper>()
  const all = new Set<Helper>()
  const run = (job: CleaningJob, account: string) =>
    queue.run(account, async () => {
      confinement ??= findConfinement(helperProgram, options)
      const how = await confinement
      const helper = [...idle].findLast((each) => each.alive()) ?? startHelper(how, (gone) => forget(gone))
      all.add(helper)
      idle.delete(helper)
      const { imageCpu, pdfCpu, timeout: longest } = limits.cleaning
      const times = {
        timeout: timeout ?? longest,
        cpuTime: cpuTime ?? (job.kind === 'image' ? imageCpu : pdfCpu),
      }
      const answer = await helper.ask(job, times).catch((error) => {
        log.error({ err: error }, 'a file could not be cleaned')
        throw new Problem('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 1, cause: error })
      })
      if (helper.alive()) idle.add(helper)
      return resultOf(answer)
    })
  const forget = (helper: Helper) => {
    all.delete(helper)
    idle.delete(helper)
  }
  return {
    // Each kind of job has its own kind of answer (cleaner-process.ts).
    image: (job, account) => run({ kind: 'image', ...job }, account) as Promise<CleanImage>,
    pdf: (input, account) => run({ kind: 'pdf', input }, account) as Promise<ExaminedPdf>,
    pids: () => [...all].flatMap((helper) => helper.pid ?? []),
    close: () => {
      for (const helper of all) helper.kill()
    },
  }
}

function resultOf(answer: CleaningAnswer): CleanImage | ExaminedPdf {
  if ('ok' in answer) return answer.ok
  if ('refused' in answer) throw new FileRefused(answer.refused)
  throw new Problem('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 1, cause: new Error(answer.failed) })
}
