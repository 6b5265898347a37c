import type { Role } from '@kyc/contract/accounts.ts'
import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import type {
  DocumentStatus,
  DocumentType,
  IdKind,
  MimeType,
  PerformerStatus,
  RejectionCode,
} from '@kyc/contract/document-vocabulary.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type {
  DeliveryAttemptTable,
  DeliveryTable,
  KycSessionTable,
  PartnerKeyTable,
  PartnerSecretTable,
  PartnerTable,
  SigningKeyTable,
} from './partner-tables.ts'

/** The tables of migrations/ as queries see them; a test holds the two together. Dates are YYYY-MM-DD strings. */
export interface Tables {
  account: AccountTable
  session: SessionTable
  attempt_bucket: AttemptBucketTable
  audit_event: AuditEventTable
  audit_pii: AuditPiiTable
  audit_leaf: { leaf_index: number; event_id: string; leaf: Buffer }
  audit_checkpoint: { size: number; root: Buffer; note: string; published_at: Date | null }
  performer: PerformerTable
  performer_key: {
    performer_id: string
    kek_id: string
    wrapped: Buffer | null
    destroyed_at: Date | null
  }
  counter: { owner_id: string; name: string; slot: number; n: number }
  daily_counter: { day: string; name: string; slot: number; n: number }
  document_version: DocumentVersionTable
  document_look: { account_id: string; document_id: string; at: Generated<Date> }
  upload_intent: UploadIntentTable
  idempotency_key: IdempotencyKeyTable
  object_deletion: { object_key: string; queued_at: Generated<Date> }
  one_time_token: OneTimeTokenTable
  totp: { account_id: string; secret_enc: Buffer; confirmed_at: Date | null; last_step: number | null }
  passkey: PasskeyTable
  recovery_code: { account_id: string; hash: Buffer; used_at: Date | null }
  pending_sign_in: {
    key: Buffer
    account_id: string
    method: 'password' | 'firebase'
    challenge: string | null
    challenge_until: Date | null
    created_at: Generated<Date>
    expires_at: Date
  }
  expiry_mail: { document_id: string; step: number; sent_at: Generated<Date> }
  used_id_token: { hash: Buffer; expires_at: Date }
  installation: { name: string; at: Generated<Date> }
  video: VideoTable
  video_performer: VideoPerformerTable
  partner: PartnerTable
  partner_key: PartnerKeyTable
  partner_secret: PartnerSecretTable
  kyc_session: KycSessionTable
  partner_user: { partner_id: string; user_id: string; account_id: string; created_at: Date }
  delivery: DeliveryTable
  delivery_attempt: DeliveryAttemptTable
  signing_key: SigningKeyTable
  inquiry: InquiryTable
  analytics_event: AnalyticsEventTable
  analytics_daily: {
    day: string
    name: string
    page: string
    form: Generated<string>
    depth: Generated<number>
    n: number
  }
}

interface AccountTable {
  id: string
  email: string
  email_key: string
  name: string
  role: Role
  provider: Generated<'legacy' | 'firebase'>
  provider_uid: string | null
  password_hash: string | null
  last_sign_in_at: Date | null
  role_managed: Generated<boolean>
  own_role: Role | null
  provider_checked_at: Date | null
  disabled_at: Date | null
  created_at: Date
  updated_at: Date
  search_text: GeneratedAlways<string>
}

interface OneTimeTokenTable {
  hash: Buffer
  purpose: 'invitation' | 'password_reset' | 'sso'
  account_id: string | null
  data: JSONColumnType<Record<string, unknown>>
  created_at: Generated<Date>
  expires_at: Date
  used_at: Date | null
}

interface PasskeyTable {
  id: string
  account_id: string
  credential: string
  public_key: Buffer
  counter: number
  transports: Generated<string[]>
  name: string
  created_at: Generated<Date>
  last_used_at: Date | null
}

interface SessionTable {
  key: Buffer
  account_id: string
  created_at: Generated<Date>
  last_seen_at: Generated<Date>
  authenticated_at: Generated<Date>
  expires_at: Date
  csrf_generation: Generated<number>
  method: Generated<'password' | 'firebase'>
  enrol_only: Generated<boolean>
  challenge: string | null
  challenge_for: 'add' | 'ask' | null
  challenge_until: Date | null
  ip: string | null
  user_agent: string | null
}

interface AttemptBucketTable {
  bucket: string
  failed_at: Date[]
  locked_until: Date | null
  expires_at: Date
}

interface AuditEventTable {
  id: string
  xid: Generated<string>
  at_us: string
  actor: string | null
  action: AuditAction
  rtype: AuditResourceType
  rid: string | null
  subject: string | null
  owner: string | null
  writer: string
  wseq: number
  ip_commit: Buffer
  details_commit: Buffer
  leaf: Buffer
  mac: Buffer
}

interface AuditPiiTable {
  event_id: string
  salt: Buffer
  ip_enc: Buffer
  details_enc: Buffer
}

interface PerformerTable {
  id: string
  owner_id: string
  last_name: string
  first_name: string
  last_name_roman: string
  first_name_roman: string
  sort_name: string
  search_text: string
  search_grams: string[]
  external_id: string | null
  external_key: GeneratedAlways<string | null>
  email: string | null
  date_of_birth: string | null
  nationality: string | null
  id_kind: IdKind | null
  status: Generated<PerformerStatus>
  status_rank: GeneratedAlways<number>
  pending_since: Date | null
  expires_on: string | null
  last_action: Generated<AuditAction>
  last_resource_type: Generated<AuditResourceType>
  last_document_type: DocumentType | null
  version: Generated<number>
  created_at: Date
  updated_at: Date
  sealed_at: Date | null
  sealed_by: string | null
  retain_until: string | null
  legal_hold: Generated<boolean>
  destroyed_at: Date | null
}

interface DocumentVersionTable {
  id: string
  performer_id: string
  type: DocumentType
  version: number
  is_current: boolean
  status: Generated<DocumentStatus>
  filename: string
  mime_type: MimeType
  size: number
  width: number | null
  height: number | null
  pages: number | null
  received_size: number
  received_sha256: Buffer
  stored_sha256: Buffer
  object_key: string
  object_bytes: number
  screen_key: string | null
  screen_bytes: number | null
  screen_size: number | null
  uploaded_by: string
  uploaded_at: Date
  decided_by: string | null
  decided_at: Date | null
  reject_codes: Generated<RejectionCode[]>
  reject_message: string | null
  reject_note: string | null
  id_kind: IdKind | null
  expires_on: string | null
  destroyed_at: Date | null
}

interface UploadIntentTable {
  id: string
  account_id: string
  object_keys: string[]
  worker_id: string
  state: 'pending' | 'committed' | 'aborting' | 'aborted'
  created_at: Generated<Date>
  heartbeat_at: Generated<Date>
}

interface IdempotencyKeyTable {
  account_id: string
  route: string
  key: string
  fingerprint: Buffer
  intent_id: string | null
  status: number | null
  body: JSONColumnType<Record<string, unknown>> | null
  created_at: Generated<Date>
  heartbeat_at: Generated<Date>
}

interface VideoTable {
  id: string
  owner_id: string
  title: string
  external_id: string | null
  search_text: GeneratedAlways<string>
  version: Generated<number>
  created_at: Date
  updated_at: Date
}

interface VideoPerformerTable {
  video_id: string
  performer_id: string
  owner_id: string
  id: string
  added_by: string
  added_at: Date
}

interface InquiryTable {
  id: string
  name: string
  email: string
  subject: string
  message: string
  created_at: Date
  answered_at: Date | null
  answered_by: string | null
}

interface AnalyticsEventTable {
  id: GeneratedAlways<number>
  at: Generated<Date>
  name: string
  page: string
  form: string | null
  depth: number | null
}
