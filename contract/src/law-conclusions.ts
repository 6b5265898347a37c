import { ageOn } from './dates.ts'
import type { AppearanceOf, ConsentFacts, ShootingFacts, TitleFacts } from './law-facts.ts'
import type { ConsentKind } from './title-vocabulary.ts'

// What the rules conclude from the facts before they decide (D105).

/** The last day of all shooting as far as it is known on `day`; null while one is unknown. A later shooting moves a stated end. */
export function shootingEnd({ shootings, shootingEndedOn }: TitleFacts, day: string): string | null {
  if (shootingEndedOn === null || shootingEndedOn > day) return null
  if (shootings.length === 0 || shootings.some(({ shotOn }) => shotOn === null)) return null
  return shootings.reduce((last, { shotOn }) => (shotOn && shotOn > last ? shotOn : last), shootingEndedOn)
}

function tookPart({ performerIds }: ShootingFacts, performerId: string): boolean {
  return performerIds.length === 0 || performerIds.includes(performerId)
}

export function shootingDays({ performerId }: AppearanceOf, { shootings }: TitleFacts): string[] {
  return shootings.flatMap((each) => (each.shotOn && tookPart(each, performerId) ? [each.shotOn] : []))
}

/** The performers that took part in the same shooting of the work itself. */
export function partnersOf({ performerId }: AppearanceOf, { shootings, appearances }: TitleFacts): string[] {
  const shared = shootings.filter((each) => each.kind === 'main' && tookPart(each, performerId))
  return appearances.flatMap((other) =>
    other.performerId !== performerId && shared.some((each) => tookPart(each, other.performerId))
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

export function isWithdrawn({ withdrawnOn }: ConsentFacts, day: string): boolean {
  return withdrawnOn !== null && withdrawnOn <= day
}

/** The person has consented again, on a later day than it withdrew. */
export function isRenewed(
  { kind, withdrawnOn }: ConsentFacts,
  consents: readonly ConsentFacts[],
  day: string,
): boolean {
  return consents.some(
    (later) =>
      later.kind === kind &&
      withdrawnOn !== null &&
      later.givenOn > withdrawnOn &&
      later.givenOn <= day &&
      !isWithdrawn(later, day),
  )
}

/** The newest consent of this kind that holds on the day. */
export function validConsent(
  { consents }: AppearanceOf,
  kind: ConsentKind,
  day: string,
): ConsentFacts | undefined {
  const held = consents.filter(
    (each) =>
      each.kind === kind &&
      each.givenOn <= day &&
      !isWithdrawn(each, day) &&
      (each.endsOn === null || each.endsOn >= day),
  )
  return held.reduce<ConsentFacts | undefined>(
    (newest, each) => (newest && newest.givenOn >= each.givenOn ? newest : each),
    undefined,
  )
}
