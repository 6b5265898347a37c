import { limits } from '@kyc/contract/limits.ts'
import { Problem } from '../problem.ts'

const retryAfterSeconds = 5

/** Bounds how many uploads run at once, for one person and in this process (reliability: limits). */
export class UploadSlots {
  readonly #byPerson = new Map<string, number>()
  #all = 0

  /**
   * Takes a slot and returns the function that gives it back.
   * @throws Problem RATE_LIMITED when none is free
   */
  take(person: string): () => void {
    const own = this.#byPerson.get(person) ?? 0
    if (own >= limits.uploadsPerPerson || this.#all >= limits.uploadsPerServer) {
      throw new Problem('RATE_LIMITED', { retryAfterSeconds })
    }
    this.#byPerson.set(person, own + 1)
    this.#all++
    return () => this.#giveBack(person)
  }

  #giveBack(person: string): void {
    const left = (this.#byPerson.get(person) ?? 1) - 1
    if (left === 0) this.#byPerson.delete(person)
    else this.#byPerson.set(person, left)
    this.#all--
  }
}
