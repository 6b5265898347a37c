import { addDays, dayInJapan, startOfDayInJapan } from '@kyc/contract/dates.ts'
import { minute } from '@kyc/contract/durations.ts'
import type { Clock } from '../platform/clock.ts'
import type { DemoPerson } from './people.ts'
import type { DemoTime } from './stories.ts'

/** The moment that a story means, counted back from the first start. */
export function momentOf(time: DemoTime, firstStart: Date): Date {
  if ('minutesAgo' in time) return new Date(firstStart.getTime() - time.minutesAgo * minute)
  const day = addDays(dayInJapan(firstStart), -time.daysAgo)
  const [hours = 0, minutes = 0] = time.clock.split(':').map(Number)
  return new Date(startOfDayInJapan(day).getTime() + (hours * 60 + minutes) * minute)
}

export function expiryOf(person: DemoPerson, firstStart: Date): string {
  if (typeof person.expires === 'string') return person.expires
  return addDays(dayInJapan(firstStart), person.expires.inDays)
}

/** Stands at one moment until it is moved on. */
export class StoryClock implements Clock {
  #at: Date

  constructor(at: Date) {
    this.#at = at
  }

  now(): Date {
    return new Date(this.#at)
  }

  moveTo(at: Date): void {
    this.#at = at
  }

  /** Moves on by some seconds, because nobody decides everything in the same instant. */
  tick(seconds: number): void {
    this.#at = new Date(this.#at.getTime() + seconds * 1000)
  }
}
