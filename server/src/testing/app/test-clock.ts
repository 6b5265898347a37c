import type { Clock } from '../../platform/clock.ts'

/** A clock that stands where a test puts it. */
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
