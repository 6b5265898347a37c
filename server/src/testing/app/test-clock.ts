import type { Clock } from '../../platform/clock.ts'

/** A clock that a test sets and that does not advance. */
export class TestClock implements Clock {
  private at: Date

  constructor(at: string | Date = new Date()) {
    this.at = new Date(at)
  }

  now(): Date {
    return new Date(this.at)
  }

  moveTo(at: string | Date): void {
    this.at = new Date(at)
  }
}
