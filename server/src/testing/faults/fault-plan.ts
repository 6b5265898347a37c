import { createHash } from 'node:crypto'

/**
 * error: the other side refuses, without an effect. lost: the connection breaks before the effect. after: it breaks
 * after the effect, so that the outcome is unknown. delay: the call takes effect late.
 */
export type FaultKind = 'error' | 'lost' | 'after' | 'delay'

const kinds: readonly FaultKind[] = ['error', 'lost', 'after', 'delay']
const armedShare = 0.25
const firedShare = 0.25

/**
 * Decides which calls of other systems fail, by the seed, the point and the number of the call: the decision does not
 * depend on the order of the calls.
 */
export class FaultPlan {
  /** Every point that was passed while faults could occur, with the numbers of its calls and faults. */
  readonly points = new Map<string, { calls: number; faults: number }>()
  #seed: number | null = 0
  #once = new Set<string>()
  #active = false
  #paused = 0

  /**
   * Arms a quarter of the points, each of which fires at a quarter of its calls, and the points `once`, each of which
   * fires at its next call.
   * @param seed null: only the points `once` fire
   */
  start(seed: number | null, once: Iterable<string> = []): void {
    this.#seed = seed
    this.#once = new Set(once)
    this.#active = true
  }

  /** How often an act is repeated before it runs without faults. Points that fire once let it succeed at some time. */
  get attempts(): number {
    return this.#seed === null ? 50 : 4
  }

  stop(): void {
    this.#active = false
  }

  /** Runs `act` while no point fires. */
  async without<T>(act: () => Promise<T>): Promise<T> {
    this.#paused++
    try {
      return await act()
    } finally {
      this.#paused--
    }
  }

  /** The fault of this call of the point; usually none. */
  draw(point: string): FaultKind | undefined {
    if (!this.#active || this.#paused > 0) return undefined
    const counts = this.points.get(point) ?? { calls: 0, faults: 0 }
    this.points.set(point, counts)
    counts.calls++
    if (!this.#once.delete(point) && !this.#fires(point, counts.calls)) return undefined
    counts.faults++
    return kinds[Math.floor(this.#chance(`kind ${point} ${counts.calls}`) * kinds.length)]
  }

  /** The points that were passed and have not failed. */
  unfired(): string[] {
    return [...this.points].flatMap(([point, { faults }]) => (faults === 0 ? [point] : []))
  }

  #fires(point: string, call: number): boolean {
    if (this.#seed === null) return false
    return this.#chance(point) < armedShare && this.#chance(`${point} ${call}`) < firedShare
  }

  /** A number from 0 to 1 that the seed and `what` determine. */
  #chance(what: string): number {
    return createHash('sha256').update(`${this.#seed} ${what}`).digest().readUInt32BE() / 2 ** 32
  }
}
