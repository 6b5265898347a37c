import { cleaningLimits } from '@kyc/contract/cleaning-limits.ts'
import type { Log } from '../log.ts'
import { Problem } from '../problem.ts'
import { type ClamdAddress, type ClamdTimes, pingClamd, scanFile } from './clamd.ts'

/** The virus scanner of `CLAMD_URL`. */
export interface VirusScanner {
  /**
   * Scans a file. Without a verdict it fails, so that no file is accepted unscanned.
   * @returns whether the file is infected
   */
  isInfected(path: string): Promise<boolean>
  /** @throws Error unless the scanner responds */
  check(): Promise<void>
}

/** @param times overrides the limits for tests */
export function createVirusScanner(
  address: ClamdAddress,
  log: Log,
  times: ClamdTimes = cleaningLimits.clamd,
): VirusScanner {
  return {
    async isInfected(path) {
      const signature = await scanFile(address, path, times).catch((cause) => {
        log.error({ err: cause }, 'a file could not be scanned for viruses')
        throw new Problem('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 10, cause })
      })
      if (signature === undefined) return false
      log.warn({ signature }, 'an infected file was refused')
      return true
    },
    check: () => pingClamd(address, times),
  }
}
