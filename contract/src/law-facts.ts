import type { PaperType, PerformerStatus } from './document-vocabulary.ts'
import type {
  ConsentKind,
  ContractFact,
  EndKind,
  FootageAnswer,
  ShootingKind,
  VideoCategory,
  VoidClause,
} from './title-vocabulary.ts'

// What the rules read (D105). All days are days in Japan, written YYYY-MM-DD; null means that nothing is recorded.

/** The facts of a video that decide whether it may be published. */
export interface TitleFacts {
  readonly category: VideoCategory | null
  /** Why the act does not apply; required for `notCovered`. */
  readonly categoryReason: string | null
  readonly shootings: readonly ShootingFacts[]
  /** The day on which all shooting ended, as stated. */
  readonly shootingEndedOn: string | null
  readonly contentReview: { readonly on: string; readonly passed: boolean } | null
  readonly appearances: readonly AppearanceOf[]
  readonly overrides: readonly OverrideFacts[]
  /** Requests that stop the video, or one that it is derived from (D108), without those that turned out unfounded. */
  readonly takedowns: readonly { readonly receivedOn: string }[]
}

export interface ShootingFacts {
  readonly kind: ShootingKind
  readonly shotOn: string | null
  /** The performers who took part; an empty list means all performers of the video. */
  readonly performerIds: readonly string[]
}

/** A performer in the video: facts of its record and of the appearance. */
export interface AppearanceOf extends AppearanceFacts {
  readonly performerId: string
  readonly status: PerformerStatus
  /** Another organisation's check that stands for the documents now (D126), with the last day of its ID. */
  readonly reliance: { readonly until: string | null } | null
  readonly dateOfBirth: string | null
  /** The day on which the record was registered. */
  readonly registeredOn: string
  /** The papers of which a reviewer has confirmed everything that the category of the video requires (D91). */
  readonly confirmedPapers: readonly PaperType[]
}

export interface AppearanceFacts {
  readonly contract: ContractFacts | null
  readonly sheet: SheetFacts | null
  readonly footage: FootageFacts | null
  readonly consents: readonly ConsentFacts[]
  /** Ends the permission to publish; never removed by its organisation. */
  readonly ended: { readonly kind: EndKind; readonly on: string } | null
}

export interface ContractFacts {
  readonly offeredOn: string | null
  readonly signedOn: string
  /** When the performer received the copy of the contract (6条). */
  readonly receivedOn: string | null
  /** The required facts (4条3項) that the contract names. */
  readonly named: readonly ContractFact[]
  /** The performers that the contract names as partners. */
  readonly partnerIds: readonly string[]
  readonly voidClauses: readonly VoidClause[]
}

export interface SheetFacts {
  readonly receivedOn: string
  /** When the draft was explained (5条); null if it was not. */
  readonly explainedOn: string | null
}

export interface FootageFacts {
  readonly offeredOn: string
  /** The last day on which the performer can answer. */
  readonly until: string
  readonly answer: FootageAnswer | null
}

export interface ConsentFacts {
  readonly kind: ConsentKind
  readonly givenOn: string
  /** The last day of the consent; null while it has no end. */
  readonly endsOn: string | null
  /** The first day on which the consent no longer counts; never overwritten (D94). */
  readonly withdrawnOn: string | null
}

/** An override of one rule, in force (D105), for one performer and one channel; null stands for all of them. */
export interface OverrideFacts {
  readonly rule: string
  readonly performerId: string | null
  readonly channelId: string | null
  /** Its last day; null without an end. */
  readonly until: string | null
}

/** A channel with its own rules (D97). */
export interface ChannelFacts {
  readonly id: string
  /** A consent older than this number of months does not permit a new title; null without such a rule. */
  readonly consentMonths: number | null
  /** The channel offers downloads, which need a consent of their own. */
  readonly download: boolean
  /** The first day of this video on the channel; null if it was never published there. */
  readonly startedOn: string | null
}
