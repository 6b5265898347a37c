import { ageOn, dayInJapan } from './dates.ts'
import { day } from './durations.ts'
import { type SigningObstacle, signingObstacles } from './signing-vocabulary.ts'

/** The facts of a signing that decide whether it may be signed. */
export interface SigningProgress {
  /** The talk has taken place and is recorded. */
  readonly talkDone: boolean
  readonly sheetReceivedAt: Date | null
  readonly readAt: Date | null
  readonly openQuestions: number
  /** The days that the organisation requires between the receipt of the sheet and the signature. */
  readonly waitingDays: number
  /** The identity is approved, or documents of the identity wait for a review. */
  readonly identityKnown: boolean
  readonly dateOfBirth: string | null
}

/** The first instant at which the waiting time is over; null before the sheet was received. */
export function signableFrom({
  sheetReceivedAt,
  waitingDays,
}: Pick<SigningProgress, 'sheetReceivedAt' | 'waitingDays'>): Date | null {
  return sheetReceivedAt && new Date(sheetReceivedAt.getTime() + waitingDays * day)
}

/** Whether a person is known to be under 18 on the day of `now` in Japan. */
export function isUnderAge(dateOfBirth: string | null, now: Date): boolean {
  return dateOfBirth !== null && ageOn(dateOfBirth, dayInJapan(now)) < 18
}

/** What stops a signature at `now`, in the order of `signingObstacles` (D101). */
export function obstaclesOf(progress: SigningProgress, now: Date): SigningObstacle[] {
  const from = signableFrom(progress)
  const stops: Readonly<Record<SigningObstacle, boolean>> = {
    talk: !progress.talkDone,
    sheet: progress.sheetReceivedAt === null,
    read: progress.readAt === null,
    question: progress.openQuestions > 0,
    // Before the receipt of the sheet, the waiting time has not begun, and `sheet` is the obstacle.
    waiting: from !== null && from > now,
    identity: !progress.identityKnown,
    dateOfBirth: progress.dateOfBirth === null,
    underAge: isUnderAge(progress.dateOfBirth, now),
  }
  return signingObstacles.filter((obstacle) => stops[obstacle])
}
