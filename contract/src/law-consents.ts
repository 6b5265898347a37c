import type { AppearanceOf, ChannelFacts, ConsentFacts } from './law-facts.ts'
import type { ConsentKind } from './title-vocabulary.ts'

/** The consents that a publication needs: on every channel, and for downloads where the channel offers them. */
export function neededConsents(channel: ChannelFacts | null): readonly ConsentKind[] {
  return channel?.download ? ['depiction', 'distribution', 'download'] : ['depiction', 'distribution']
}

/**
 * The newest consent of this kind that holds on the day. One that was given until the day of a withdrawal does not count
 * again once a later consent, which may have ended, has renewed what was withdrawn.
 */
export function validConsent(
  { consents }: AppearanceOf,
  kind: ConsentKind,
  day: string,
): ConsentFacts | undefined {
  const ofKind = consents.filter((each) => each.kind === kind)
  const renewed = ofKind.filter((each) => isWithdrawn(each, day) && isRenewed(each, ofKind, day))
  const held = ofKind.filter(
    (each) =>
      each.givenOn <= day &&
      !isWithdrawn(each, day) &&
      (each.endsOn === null || each.endsOn >= day) &&
      !renewed.some(({ withdrawnOn }) => withdrawnOn !== null && each.givenOn <= withdrawnOn),
  )
  return held.reduce<ConsentFacts | undefined>(
    (newest, each) => (newest && newest.givenOn >= each.givenOn ? newest : each),
    undefined,
  )
}

/**
 * Whether a consent of this kind is withdrawn on the day and no other was given on a day after the withdrawal. A
 * consent of the same day does not count, since it may have been given before the withdrawal.
 */
export function isRevoked({ consents }: AppearanceOf, kind: ConsentKind, day: string): boolean {
  const ofKind = consents.filter((each) => each.kind === kind)
  return ofKind.some((each) => isWithdrawn(each, day) && !isRenewed(each, ofKind, day))
}

function isWithdrawn({ withdrawnOn }: ConsentFacts, day: string): boolean {
  return withdrawnOn !== null && withdrawnOn <= day
}

function isRenewed({ withdrawnOn }: ConsentFacts, ofKind: readonly ConsentFacts[], day: string): boolean {
  return ofKind.some(
    (later) =>
      withdrawnOn !== null && later.givenOn > withdrawnOn && later.givenOn <= day && !isWithdrawn(later, day),
  )
}
