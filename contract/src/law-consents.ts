import type { AppearanceOf, ChannelFacts, ConsentFacts } from './law-facts.ts'
import type { ConsentKind } from './title-vocabulary.ts'

/** The consents that a publication needs: on every channel, and for downloads where the channel offers them. */
export function neededConsents(channel: ChannelFacts | null): readonly ConsentKind[] {
  return channel?.download ? ['depiction', 'distribution', 'download'] : ['depiction', 'distribution']
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
