import { limits } from '@kyc/contract/limits.ts'
import { Problem } from '../../platform/problem.ts'

/** Holds back uploads beyond 2 a person and 8 a server process (reliability.md, limits). */
export interface UploadSlots {
  /**
   * Takes a slot; call what it returns to give it back.
   * @throws Problem RATE_LIMITED with Retry-After
   */
  take(personId: string): () => void
}

export function createUploadSlots(): UploadSlots {
  const byPerson = new Map<string, number>()
  let total = 0
  return {
    take(personId) {
      const own = byPerson.get(personId) ?? 0
      if (own >= limits.uploadsPerPerson || total >= limits.uploadsPerServer) {
        throw new Problem('RATE_LIMITED', { retryAfterSeconds: 2 })
      }
      byPerson.set(personId, own + 1)
      total++
      let held = true
      return () => {
        if (!held) return
        held = false
        total--
        const left = (byPerson.get(personId) ?? 1) - 1
        if (left === 0) byPerson.delete(personId)
        else byPerson.set(personId, left)
      }
    },
  }
}
