import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import type { Generated, GeneratedAlways } from 'kysely'
import type {
  AccountTable,
  AttemptBucketTable,
  OneTimeTokenTable,
  PasskeyTable,
  SessionTable,
} from './account-tables.ts'
import type {
  DeliveryAttemptTable,
  DeliveryTable,
  KycSessionTable,
  PartnerKeyTable,
  PartnerSecretTable,
  PartnerTable,
  SigningKeyTable,
} from './partner-tables.ts'
import type {
  DocumentVersionTable,
  IdempotencyKeyTable,
  PerformerTable,
  UploadIntentTable,
} from './record-tables.ts'

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
  document_view: { account_id: string; document_id: string; at: Generated<Date> }
  upload_intent: UploadIntentTable
  idempotency_key: IdempotencyKeyTable
  upload_quota: { day: string; account_id: string; registrations: number; bytes: number }
  looks_alert: { account_id: string; at: Date }
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
  master_key: { singleton: Generated<boolean>; id: string; stored_at: Generated<Date> }
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

interface VideoTable {
  id: string
  owner_id: string
  title: string
  external_id: string | null
  search_text: string
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
