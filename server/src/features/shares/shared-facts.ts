import { ageOn } from '@kyc/contract/dates.ts'
import { neededConsents, validConsent } from '@kyc/contract/law-consents.ts'
import type { AppearanceOf, ChannelFacts, TitleFacts } from '@kyc/contract/law-facts.ts'
import type { Blocker } from '@kyc/contract/law-gate.ts'
import { earliestPublication, earliestShooting } from '@kyc/contract/law-periods.ts'
import { isCovered } from '@kyc/contract/law-rule.ts'
import type { RuleId } from '@kyc/contract/law-rules.ts'
import { shootingDays, shootingEnd } from '@kyc/contract/law-shootings.ts'
import type {
  SharedFactId,
  SharedFactState,
  SharedPersonFact,
  SharedTitleFact,
} from '@kyc/contract/share-vocabulary.ts'
import type { SharedPersonFactLine, SharedTitleFactLine } from '@kyc/contract/shares.ts'
import type { StoredAppearance, StoredTitle } from '@kyc/contract/title-facts.ts'
import { appearanceOf } from '../videos/facts/title-facts.ts'
import type { PersonProof } from './proofs-repository.ts'

/** What the rules have found on a day. */
export interface SharedMoment {
  readonly facts: TitleFacts
  readonly channel: ChannelFacts | null
  readonly day: string
  /** The rules that are not kept, overridden ones too. */
  readonly broken: readonly Blocker[]
}

/** The rules that a fact stands for: it is there if all of them are kept, as the gate finds (D106). */
const rulesOf = {
  shootingEnd: ['shootingEnd'],
  fourMonths: ['fourMonths', 'shootingEnd'],
  contentReview: ['contentReview'],
  adult: [],
  identity: ['identity', 'birthDate'],
  contract: ['contract', 'contractPaper', 'contractFacts', 'voidClauses', 'partners', 'ended'],
  sheet: ['sheet'],
  copy: ['copy'],
  oneMonth: ['oneMonth'],
  footage: ['footage', 'footageAnswer'],
  consent: ['consent', 'consentWithdrawn', 'consentAge'],
} as const satisfies Record<SharedFactId, readonly RuleId[]>

/** The facts that the act asks for, of a title under it. */
const underTheAct: ReadonlySet<SharedFactId> = new Set([
  'shootingEnd',
  'fourMonths',
  'sheet',
  'copy',
  'oneMonth',
  'footage',
] as const)

const nothing = { day: null, until: null, proof: null, verifiedOn: null, check: null } as const

export function titleFacts(
  moment: SharedMoment,
  { contentReview }: Pick<StoredTitle, 'contentReview'>,
): SharedTitleFactLine[] {
  const { facts, day } = moment
  const ended = shootingEnd(facts, day)
  const days: Record<SharedTitleFact, string | null> = {
    shootingEnd: ended,
    fourMonths: ended && earliestPublication(ended),
    contentReview: contentReview?.on ?? null,
  }
  return (Object.keys(days) as SharedTitleFact[]) // the keys of the record
    .map((fact) => ({ ...nothing, fact, state: stateOf(moment, fact, null), day: days[fact] }))
}

export function personFacts(
  moment: SharedMoment,
  appearance: AppearanceOf,
  { column, proof }: { readonly column: Partial<StoredAppearance>; readonly proof: PersonProof },
): SharedPersonFactLine[] {
  const { contract, sheet, footage } = appearanceOf(column)
  const identity = { verifiedOn: proof.identity?.on ?? null, check: proof.identity?.check ?? null }
  const confirmed = (type: 'contract' | 'explanationSheet') =>
    appearance.confirmedPapers.includes(type) ? (proof.papers.get(type) ?? null) : null
  const line = (
    fact: SharedPersonFact,
    known: Partial<Omit<SharedPersonFactLine, 'fact' | 'state'>>,
  ): SharedPersonFactLine => {
    const state = stateOf(moment, fact, appearance.performerId)
    // Some rules find nothing while what they examine is missing, which another rule then reports. This proves no fact.
    const isEmpty = state === 'yes' && fact !== 'identity' && (known.day ?? null) === null
    return { ...nothing, fact, state: isEmpty ? 'no' : state, ...known }
  }
  const shot = shootingDays(appearance, moment.facts)
  const received = contract?.receivedOn
  return [
    ...[...new Set(shot)].toSorted().map((day) => ({
      ...line('adult', { ...identity, day }),
      state: adultOn(appearance, day),
    })),
    line('identity', identity),
    line('contract', {
      day: contract?.signedOn ?? null,
      proof: contract?.proof ?? null,
      verifiedOn: confirmed('contract'),
    }),
    line('sheet', {
      day: sheet?.receivedOn ?? null,
      proof: sheet?.proof ?? null,
      verifiedOn: confirmed('explanationSheet'),
    }),
    line('copy', { day: contract?.receivedOn ?? null, proof: contract?.proof ?? null }),
    line('oneMonth', {
      day:
        shot.length > 0 && received && sheet
          ? earliestShooting({ contract: received, sheet: sheet.receivedOn })
          : null,
    }),
    line('footage', { day: footage?.offeredOn ?? null, proof: footage?.proof ?? null }),
    line('consent', consentOf(moment, appearance, column)),
  ]
}

/** 18 on a shooting day, by the date of birth of the record: confirmed once a reviewer has approved the identity. */
function adultOn({ dateOfBirth, status, reliance }: AppearanceOf, day: string): SharedFactState {
  if (dateOfBirth === null || ageOn(dateOfBirth, day) < 18) return 'no'
  return status === 'approved' || reliance ? 'yes' : 'unconfirmed'
}

/** The newest of the consents that the channel needs, and the first of their ends. */
function consentOf(
  { channel, day }: SharedMoment,
  appearance: AppearanceOf,
  column: Partial<StoredAppearance>,
) {
  const held = neededConsents(channel).flatMap((kind) => validConsent(appearance, kind, day) ?? [])
  const given = held.map(({ givenOn }) => givenOn).toSorted()
  const ends = held.flatMap(({ endsOn }) => endsOn ?? []).toSorted()
  const stated = appearanceOf(column).consents.some(
    ({ kind, proof }) => neededConsents(channel).includes(kind) && proof === 'stated',
  )
  return {
    day: given.at(-1) ?? null,
    until: ends[0] ?? null,
    proof: held.length === 0 ? null : stated ? ('stated' as const) : ('performer' as const),
  }
}

function stateOf(
  { facts, broken }: SharedMoment,
  fact: SharedFactId,
  performerId: string | null,
): SharedFactState {
  const covered = isCovered(facts)
  if (underTheAct.has(fact) && !covered) return 'notNeeded'
  if (fact === 'contract' && !covered && facts.category !== 'beforeAct') return 'notNeeded'
  const rules: readonly RuleId[] = rulesOf[fact]
  const isBroken = broken.some((each) => each.performerId === performerId && rules.includes(each.rule))
  return isBroken ? 'no' : 'yes'
}
