import type { Role } from '@kyc/contract/accounts.ts'
import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import type { InquiryState } from '@kyc/contract/contact.ts'
import type { DeliveryState } from '@kyc/contract/deliveries.ts'
import type { PerformerStatus } from '@kyc/contract/document-vocabulary.ts'
import type { organisationStates } from '@kyc/contract/organisation-members.ts'
import type { OrganisationKind } from '@kyc/contract/organisations.ts'
import type { PerformerSort } from '@kyc/contract/performers.ts'

/**
 * Query parameter of every page that needs a sign-in: the organisation of lists and new records (D67). Links inside
 * the product keep it. Without it, the server chooses; for admins it is a filter.
 */
export interface OrganisationSearch {
  organisation?: string | undefined
}

/** Query parameters of the performer list. */
export interface PerformerListSearch extends OrganisationSearch {
  status?: PerformerStatus | undefined
  sort?: PerformerSort | undefined
  expiring?: 'true' | undefined
  waiting?: 'true' | undefined
  /** Full days of waiting, both ends included. */
  waitedFrom?: string | undefined
  waitedTo?: string | undefined
  cursor?: string | undefined
}

/** Query parameters of the video list and of the page that adds performers to a video. */
export interface VideoListSearch extends OrganisationSearch {
  cursor?: string | undefined
}

/** Query parameters of a video page; `cursor` is the page of its performers. */
export interface VideoSearch {
  cursor?: string | undefined
}

/** Query parameters of the registration form: the video that the performer is registered for (D23). */
export interface RegistrationSearch {
  video?: string | undefined
}

/** Query parameters of the audit log; days are YYYY-MM-DD in Japan. */
export interface AuditLogSearch extends OrganisationSearch {
  startDate?: string | undefined
  endDate?: string | undefined
  action?: AuditAction | undefined
  resourceType?: AuditResourceType | undefined
  resourceId?: string | undefined
  userId?: string | undefined
  cursor?: string | undefined
}

/** Query parameters of the account list, which `organisation` narrows. */
export interface UserListSearch extends OrganisationSearch {
  role?: Role | undefined
  /** The list of organisations instead, with its filters. */
  tab?: 'organisations' | undefined
  kind?: OrganisationKind | undefined
  state?: (typeof organisationStates)[number] | undefined
  cursor?: string | undefined
}

/**
 * Query parameters of /kyc/register: those of the partner on arrival (spec §3), afterwards only the KYC
 * session and the step (D33).
 */
export interface KycSearch {
  kyc?: string | undefined
  step?: string | undefined
  user_id?: string | undefined
  callback_url?: string | undefined
  api_key?: string | undefined
  redirect_url?: string | undefined
  company_id?: string | undefined
  session_id?: string | undefined
  locale?: string | undefined
}

/** Query parameters of the partner list. */
export interface PartnerListSearch {
  cursor?: string | undefined
}

/** The tabs of a partner page, in order. */
export const partnerTabs = [
  { name: 'basic', label: '基本情報' },
  { name: 'credentials', label: 'APIキーと署名' },
  { name: 'origins', label: '許可する送信先' },
  { name: 'deliveries', label: '送信' },
] as const

/** Query parameters of a partner page; `state` and `cursor` apply to its deliveries. */
export interface PartnerSearch {
  tab?: (typeof partnerTabs)[number]['name'] | undefined
  state?: DeliveryState | undefined
  cursor?: string | undefined
}

/** Query parameters of the inquiry list. */
export interface InquiryListSearch {
  /** Without a state, those that are open. */
  state?: Exclude<InquiryState, 'open'> | 'all' | undefined
  cursor?: string | undefined
}

/** Query parameters of the contact form: the subject of a link. */
export interface ContactSearch {
  topic?: 'cancellation' | 'invitation' | undefined
}

/** Builds the URL of every page; routes.tsx defines the pages. */
export const paths = {
  home: () => '/',
  dashboard: () => '/dashboard',
  performers: (search: PerformerListSearch = {}) => withSearch('/performers', search),
  performer: (id: string) => `/performers/${encodeURIComponent(id)}`,
  addPerformer: (search: RegistrationSearch = {}) => withSearch('/performers/add', search),
  videos: (search: VideoListSearch = {}) => withSearch('/videos', search),
  video: (id: string) => `/videos/${encodeURIComponent(id)}`,
  addVideoPerformers: (id: string) => `/videos/${encodeURIComponent(id)}/performers/add`,
  auditLogs: (search: AuditLogSearch = {}) => withSearch('/audit-logs', search),
  firebaseLogin: () => '/firebase-login',
  /** The navigation of spec §2 that hands the provider's token to our server. */
  firebaseSso: (idToken: string) =>
    withSearch('/api/auth/firebase-sso', { id_token: idToken, redirect_url: '/dashboard' }),
  users: (search: UserListSearch = {}) => withSearch('/users', search),
  partners: () => '/partners',
  partner: (id: string, search: PartnerSearch = {}) =>
    withSearch(`/partners/${encodeURIComponent(id)}`, search),
  account: () => '/account',
  organisation: (search: OrganisationSearch = {}) => withSearch('/organisation', search),
  inquiries: (search: InquiryListSearch = {}) => withSearch('/inquiries', search),
  kycRegister: (search: KycSearch) => withSearch('/kyc/register', search),
  contact: (search: ContactSearch = {}) => withSearch('/contact', search),
  cancellation: () => '/cancellation',
  passwordReset: () => '/password-reset',
  login: (redirect?: string) => withSearch('/login', { redirect }),
} as const

/** Pages that need no sign-in, in the order of their navigation list (spec §2). */
export const publicPages = [
  { label: 'よくある質問', href: '/faqs' },
  { label: '利用規約', href: '/terms' },
  { label: 'プライバシーポリシー', href: '/privacy' },
  { label: 'キャンセルポリシー', href: '/cancellation' },
  { label: 'お問い合わせ', href: '/contact' },
] as const

function withSearch(path: string, search: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value) query.set(name, String(value))
  const text = query.toString()
  return text ? `${path}?${text}` : path
}
