import type { AppearanceFacts, TitleFacts } from '@kyc/contract/law-facts.ts'
import type { StoredAppearance, StoredTitle } from '@kyc/contract/title-facts.ts'
import type { TitleFactsInput } from '@kyc/contract/title-facts-input.ts'

// The facts as the columns `video.facts` and `video_performer.facts` hold them. Columns that are older than the facts
// are empty.

const noTitle: StoredTitle = {
  maker: null,
  productNumber: null,
  category: null,
  categoryReason: null,
  reviewingBody: null,
  reviewNumber: null,
  derivedFrom: [],
  shootings: [],
  shootingEndedOn: null,
  contentReview: null,
  evidence: [],
}

const noAppearance: StoredAppearance = {
  contract: null,
  sheet: null,
  footage: null,
  consents: [],
  ended: null,
}

export function titleOf(column: Partial<StoredTitle>): StoredTitle {
  return { ...noTitle, ...column }
}

export function appearanceOf(column: Partial<StoredAppearance>): StoredAppearance {
  const { footage, ...others } = { ...noAppearance, ...column }
  // A column that was written before the address was introduced lacks it.
  return { ...others, footage: footage && { ...footage, address: footage.address ?? null } }
}

/** Whether the contract has ended by `day`: a fact counts from its day on (D105). */
export function hasEnded({ ended }: Pick<StoredAppearance, 'ended'>, day: string): boolean {
  return ended !== null && ended.on <= day
}

/** What is stored of an input: each field of it, null where it is absent. */
export function storedTitle({ reopenReason: _, ...input }: TitleFactsInput): StoredTitle {
  const { shootings, contentReview } = input
  return {
    ...noTitle,
    ...(withoutUndefined(input) as Partial<StoredTitle>), // fields are no longer undefined, and lists follow
    shootings: shootings.map(({ plannedOn = null, place = null, shotOn = null, ...rest }) => ({
      ...rest,
      plannedOn,
      place,
      shotOn,
    })),
    contentReview: contentReview ? { ...contentReview, checked: contentReview.checked ?? null } : null,
  }
}

/** The facts that the rules read of a video. */
export function lawTitle(title: StoredTitle): Omit<TitleFacts, 'appearances' | 'overrides' | 'takedowns'> {
  return {
    category: title.category,
    categoryReason: title.categoryReason,
    shootings: title.shootings.map(({ kind, shotOn = null, performerIds }) => ({
      kind,
      shotOn,
      performerIds,
    })),
    shootingEndedOn: title.shootingEndedOn,
    contentReview: title.contentReview && {
      on: title.contentReview.on,
      passed: title.contentReview.passed,
    },
  }
}

/** The facts that the rules read of an appearance. */
export function lawAppearance({
  contract,
  sheet,
  footage,
  consents,
  ended,
}: StoredAppearance): AppearanceFacts {
  return {
    contract: contract && {
      offeredOn: contract.offeredOn,
      signedOn: contract.signedOn,
      receivedOn: contract.receivedOn,
      named: contract.named,
      partnerIds: contract.partnerIds,
      voidClauses: contract.voidClauses,
    },
    sheet: sheet && { receivedOn: sheet.receivedOn, explainedOn: sheet.explainedOn },
    footage: footage && {
      offeredOn: footage.offeredOn,
      until: footage.until,
      answer: footage.answer,
    },
    consents: consents.map(({ kind, givenOn, endsOn, withdrawnOn }) => ({
      kind,
      givenOn,
      endsOn,
      withdrawnOn,
    })),
    ended,
  }
}

/** A copy in which no field is undefined, at any depth: JSON would drop it, and two values would seem to differ. */
export function withoutUndefined<Value extends object>(value: Value): Value {
  return JSON.parse(JSON.stringify(value, (_, each) => each)) as Value // JSON keeps the shape without undefined
}
