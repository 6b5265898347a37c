import { ageOn } from './dates.ts'
import type { AppearanceOf, ShootingFacts, TitleFacts } from './law-facts.ts'

/**
 * The last day of all shooting; null while the stated end is unknown or after `day`, and while there is no shooting or
 * the day of one is unknown. A shooting after the stated end moves it, also one of stills (7条4項, 9条).
 */
export function shootingEnd(
  { shootings, shootingEndedOn }: Pick<TitleFacts, 'shootings' | 'shootingEndedOn'>,
  day: string,
): string | null {
  if (shootingEndedOn === null || shootingEndedOn > day) return null
  if (shootings.length === 0 || shootings.some(({ shotOn }) => shotOn === null)) return null
  return shootings.reduce((last, { shotOn }) => (shotOn && shotOn > last ? shotOn : last), shootingEndedOn)
}

/** The days on which the performer was shot. */
export function shootingDays(appearance: AppearanceOf, facts: TitleFacts): string[] {
  return daysOf(shootingsOf(appearance, facts))
}

/** The last day of these shootings on which footage of the work itself was shot; an empty text without one. */
export function lastFootageDay(shootings: readonly ShootingFacts[]): string {
  return daysOf(shootings.filter(isFootage)).reduce((last, day) => (day > last ? day : last), '')
}

/**
 * The shootings in which the performer took part: those that name the performer, or no performer at all. If there are
 * none, all shootings count, because the video shows the performer all the same: an omission must not hide an age or a
 * day.
 */
export function shootingsOf(
  { performerId }: AppearanceOf,
  { shootings }: TitleFacts,
): readonly ShootingFacts[] {
  const own = shootings.filter(
    ({ performerIds }) => performerIds.length === 0 || performerIds.includes(performerId),
  )
  return own.length > 0 ? own : shootings
}

/** The performers that took part in the same shooting of the work itself. */
export function partnersOf(appearance: AppearanceOf, facts: TitleFacts): string[] {
  const shared = new Set(shootingsOf(appearance, facts).filter(isFootage))
  return facts.appearances.flatMap((other) =>
    other.performerId !== appearance.performerId && shootingsOf(other, facts).some((each) => shared.has(each))
      ? [other.performerId]
      : [],
  )
}

/** The age in years on the earliest of registration, contract and shootings; infinite without a date of birth. */
export function youngest(appearance: AppearanceOf, facts: TitleFacts): number {
  const { dateOfBirth, registeredOn, contract } = appearance
  if (dateOfBirth === null) return Number.POSITIVE_INFINITY
  const days = [registeredOn, ...(contract ? [contract.signedOn] : []), ...shootingDays(appearance, facts)]
  return Math.min(...days.map((on) => ageOn(dateOfBirth, on)))
}

function isFootage({ kind }: ShootingFacts): boolean {
  return kind === 'main'
}

function daysOf(shootings: readonly ShootingFacts[]): string[] {
  return shootings.flatMap(({ shotOn }) => shotOn ?? [])
}
