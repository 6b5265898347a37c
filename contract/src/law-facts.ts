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

// What the rules read (D105). All days are days in Japan, written YYYY-MM-DD; null is not known.

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
  /** Requests that stop the video, or one that it is derived from (D108); those that turned out unfounded are not among them. */
  readonly takedowns: readonly { readonly receivedOn: string }[]
}

export interface ShootingFacts {
  readonly kind: ShootingKind
  readonly shotOn: string | null
  /** Those who took part; empty for all performers of the video. */
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
  /** When the performer received its copy (6条). */
  readonly receivedOn: string | null
  /** What the contract names of what it must name. */
  readonly named: readonly ContractFact[]
  /** The performers that it names as partners. */
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
  /** From this day on it does not count; never overwritten (D94). */
  readonly withdrawnOn: string | null
}

/** An override in force (D105): of a rule for one performer or all, on one channel or all. */
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
  /** A consent older than these months does not carry new titles; null without such a rule. */
  readonly consentMonths: number | null
  /** The channel offers downloads, which need a consent of their own. */
  readonly download: boolean
  /** The first day of this video on the channel; null if it was never published there. */
  readonly startedOn: string | null
}
