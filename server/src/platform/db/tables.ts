import type { RecordMailTime } from '@kyc/contract/account.ts'
import type { Role } from '@kyc/contract/accounts.ts'
import type { LogVerification } from '@kyc/contract/audit-verification.ts'
import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import type { CampaignAsk, CampaignItemState, SkipReason } from '@kyc/contract/campaign-vocabulary.ts'
import type { CaseClosure } from '@kyc/contract/case-vocabulary.ts'
import type { CheckId, IdentityCheck } from '@kyc/contract/check-vocabulary.ts'
import type { LinkLanguage } from '@kyc/contract/consent.ts'
import type { AttemptFailure, DeliveryEvent, DeliveryState } from '@kyc/contract/deliveries.ts'
import type {
  DocumentStatus,
  DocumentType,
  IdKind,
  MimeType,
  PaperType,
  PerformerStatus,
  RejectionCode,
} from '@kyc/contract/document-vocabulary.ts'
import type { KycWarning } from '@kyc/contract/kyc.ts'
import type { VerificationKind } from '@kyc/contract/log-verifications.ts'
import type { MemberRole, OrganisationKind } from '@kyc/contract/organisations.ts'
import type { OtherName } from '@kyc/contract/other-names.ts'
import type { PackEndReason, PackFailure, PackShape, PackState } from '@kyc/contract/pack-vocabulary.ts'
import type { PaperCheckId, PaperRejectionCode } from '@kyc/contract/paper-checks.ts'
import type { PartnerScope } from '@kyc/contract/partner-api-vocabulary.ts'
import type { WebhookStop } from '@kyc/contract/partner-webhooks.ts'
import type { CallbackStop, PartnerMode } from '@kyc/contract/partners.ts'
import type { StatedDetail } from '@kyc/contract/performer-link-progress.ts'
import type { RelianceEnd } from '@kyc/contract/reliance-vocabulary.ts'
import type { SavedFilter } from '@kyc/contract/saved-filters.ts'
import type { SubjectRequestKind, SubjectRequestOutcome } from '@kyc/contract/subjects.ts'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { AccountId, OrganisationId } from '../ids.ts'
import type { DB } from './tables.generated.ts'

/**
 * Column types that the schema cannot express: vocabularies, the shape of JSON, columns that only the
 * database writes.
 */
type Columns = Known<{
  account: {
    role: Role
    own_role: Role
    provider: 'legacy' | 'firebase'
    record_mails: RecordMailTime
    search_text: GeneratedAlways<string>
  }
  session: { method: 'password' | 'firebase'; challenge_for: 'add' | 'ask' }
  pending_sign_in: { method: 'password' | 'firebase' }
  one_time_token: {
    purpose: 'invitation' | 'password_reset' | 'sso' | 'email_verification'
    data: JSONColumnType<Record<string, unknown>>
  }
  audit_event: { action: AuditAction; rtype: AuditResourceType; at_us: string }
  log_verification: {
    kind: VerificationKind
    report: ColumnType<LogVerification | null, never, string>
  }
  organisation: { kind: OrganisationKind }
  membership: { role: MemberRole }
  organisation_invitation: { role: MemberRole }
  performer: {
    owner_id: ColumnType<OrganisationId, string, string>
    external_key: GeneratedAlways<string | null>
    id_kind: IdKind
    status: PerformerStatus
    status_rank: GeneratedAlways<number>
    last_action: AuditAction
    last_resource_type: AuditResourceType
    last_document_type: DocumentType
    case_closed: CaseClosure
    other_names: ColumnType<OtherName[] | null, string | null | undefined, string | null>
    field_changes: ColumnType<FieldChanges, string | undefined, string>
  }
  saved_filters: { filters: JSONColumnType<readonly SavedFilter[]> }
  document_version: {
    type: DocumentType
    status: DocumentStatus
    mime_type: MimeType
    reject_codes: RejectionCode[]
    checks: ColumnType<CheckId[], CheckId[] | undefined, CheckId[]>
    identity_check: IdentityCheck
    id_kind: IdKind
  }
  paper: {
    type: PaperType
    status: DocumentStatus
    mime_type: MimeType
    checks: ColumnType<PaperCheckId[], PaperCheckId[] | undefined, PaperCheckId[]>
    reject_codes: ColumnType<PaperRejectionCode[], PaperRejectionCode[] | undefined, PaperRejectionCode[]>
  }
  pack: {
    owner_id: ColumnType<OrganisationId, string, string>
    created_by: ColumnType<AccountId, string, string>
    shape: PackShape
    state: Generated<PackState>
    failure: PackFailure
    end_reason: PackEndReason
  }
  performer_link: {
    created_by: ColumnType<AccountId, string, string>
    kind: ColumnType<LinkKind, LinkKind | undefined, LinkKind>
    language: LinkLanguage
    stated_differs: Generated<StatedDetail[]>
  }
  performer_consent: { language: LinkLanguage }
  signing: { language: LinkLanguage }
  identity_reliance: { identity_check: IdentityCheck; id_kind: IdKind; ended_by: RelianceEnd }
  campaign: { asks: CampaignAsk; language: LinkLanguage }
  campaign_item: { asks: CampaignAsk; state: CampaignItemState; reason: SkipReason | null }
  signing_paper: { type: PaperType }
  subject_request: { kind: SubjectRequestKind; state: 'open' | SubjectRequestOutcome }
  contract_template: { type: PaperType; language: LinkLanguage }
  digest_event: { kind: 'approved' | 'rejected' | 'revised' | 'reopened' | 'expiring' }
  undoable_decision: { before: ColumnType<BeforeDecision | null, string | null, string | null> }
  video: { owner_id: ColumnType<OrganisationId, string, string> }
  upload_quota: { organisation_id: OrganisationId }
  ended_record: { kind: 'deleted' | 'destroyed' }
  upload_intent: { state: 'pending' | 'committed' | 'aborting' | 'aborted' }
  partner: {
    mode: PartnerMode
    callback_origins: readonly string[]
    redirect_origins: readonly string[]
    referrer_origins: readonly string[]
    callback_stop: CallbackStop
  }
  partner_api_key: { mode: PartnerMode; scopes: PartnerScope[] }
  partner_webhook: { mode: PartnerMode; stop: WebhookStop }
  partner_call: { mode: PartnerMode }
  kyc_address: { mode: PartnerMode }
  kyc_session: { warnings: KycWarning[] }
  delivery: { event: DeliveryEvent; state: DeliveryState; webhook_mode: PartnerMode }
  delivery_attempt: { failure: AttemptFailure }
  signing_key: { public_jwk: JSONColumnType<Record<string, unknown>> }
  analytics_event: { id: GeneratedAlways<number> }
}>

/** What a link opens: the submission of documents (D66), or the page of the performer (D104). */
export type LinkKind = 'documents' | 'page'

/** The last change of each detail since the registration, by field name of the contract. */
export type FieldChanges = Readonly<Record<string, FieldChange>>

export interface FieldChange {
  readonly by: string
  /** The first version of the record that contains the change. */
  readonly version: number
  /** `verify`: read by a reviewer from a document (D14). */
  readonly act: 'edit' | 'verify'
}

/** What undoing a decision restores (D123). Times are texts. */
export interface BeforeDecision {
  readonly performer: {
    readonly status: PerformerStatus
    readonly date_of_birth: string | null
    readonly id_kind: IdKind | null
    readonly ever_decided: boolean
    readonly ever_verified: boolean
    readonly pending_since: string | null
    readonly field_changes: FieldChanges
  }
  readonly documents: readonly {
    readonly id: string
    readonly status: DocumentStatus
    readonly decided_by: string | null
    readonly decided_at: string | null
    readonly reject_codes: RejectionCode[]
    readonly reject_message: string | null
    readonly reject_note: string | null
    readonly checks: CheckId[]
    readonly id_kind: IdKind | null
    readonly expires_on: string | null
    readonly no_expiry: boolean
    readonly identity_check: IdentityCheck | null
  }[]
}

/** The tables of migrations/ for queries: the generated types, refined by the columns above. */
export type Tables = {
  [Table in keyof DB]: {
    [Column in keyof DB[Table]]: Table extends keyof Columns
      ? Column extends keyof Columns[Table]
        ? Refined<DB[Table][Column], Columns[Table][Column]>
        : DB[Table][Column]
      : DB[Table][Column]
  }
}

/** A generated column with values of `Value`; stays nullable or optional as generated. */
type Refined<Generated, Value> = [Value] extends [ColumnType<unknown, unknown, unknown> | null]
  ? Value
  : [Generated] extends [ColumnType<infer Select, infer Insert, infer Update>]
    ? ColumnType<Replaced<Select, Value>, Replaced<Insert, Value>, Replaced<Update, Value>>
    : Replaced<Generated, Value>

type Replaced<Type, Value> = Value | Extract<Type, null | undefined>

/** Turns an unknown table or column name into a type error. */
type Known<
  Named extends {
    [Table in keyof Named]: Table extends keyof DB
      ? { [Column in keyof Named[Table]]: Column extends keyof DB[Table] ? unknown : never }
      : never
  },
> = Named
