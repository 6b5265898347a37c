import type {
  auditLogSearch,
  campaignSearch,
  contactSearch,
  cursorSearch,
  inquiryListSearch,
  kycSearch,
  leakSearch,
  organisationSearch,
  partnerSearch,
  performerListSearch,
  registrationSearch,
  reviewSearch,
  sealedListSearch,
  takedownListSearch,
  templateSearch,
  userListSearch,
  videoListSearch,
  videoSearch,
} from './search.ts'

/** Query parameters of the pages, as search.ts validates them. */
export type OrganisationSearch = ReturnType<typeof organisationSearch>
export type PerformerListSearch = ReturnType<typeof performerListSearch> & OrganisationSearch
export type ReviewSearch = ReturnType<typeof reviewSearch> & OrganisationSearch
export type AuditLogSearch = ReturnType<typeof auditLogSearch> & OrganisationSearch
export type UserListSearch = ReturnType<typeof userListSearch> & OrganisationSearch
export type KycSearch = ReturnType<typeof kycSearch>
export type PartnerSearch = ReturnType<typeof partnerSearch>
export type TemplateSearch = ReturnType<typeof templateSearch>
export type InquiryListSearch = ReturnType<typeof inquiryListSearch>
export type TakedownListSearch = ReturnType<typeof takedownListSearch> & OrganisationSearch
export type SealedListSearch = ReturnType<typeof sealedListSearch> & OrganisationSearch

/** Of /p and /my: the link that this browser opened, which opens nothing elsewhere (D66), and the chosen language. */
export interface PerformerPageSearch {
  readonly link?: string | undefined
  readonly lang?: 'ja' | 'en' | undefined
  /** Of /my: the contract to sign. */
  readonly signing?: string | undefined
}

/** Builds the URL of every page; routes.tsx defines the pages. */
export const paths = {
  home: () => '/',
  dashboard: () => '/dashboard',
  performers: (search: PerformerListSearch = {}) => withSearch('/performers', search),
  performer: (id: string) => `/performers/${encodeURIComponent(id)}`,
  importPerformers: () => '/performers/import',
  addPerformer: (search: ReturnType<typeof registrationSearch> = {}) => withSearch('/performers/add', search),
  /** The review desk with a case, or with the first one of the queue that can be reviewed. */
  review: (search: ReviewSearch = {}, id = '') => withSearch(`/review${id && `/${id}`}`, search),
  /** The review of contracts and explanation sheets. */
  paperReview: () => '/review/papers',
  videos: (search: ReturnType<typeof videoListSearch> & OrganisationSearch = {}) =>
    withSearch('/videos', search),
  rehearsal: () => '/videos/rehearsal',
  importFacts: () => '/videos/import',
  video: (id: string, search: ReturnType<typeof videoSearch> = {}) =>
    withSearch(`/videos/${encodeURIComponent(id)}`, search),
  /** The signing of the contract of an appearance (D101). */
  signing: (videoId: string, performerId: string) =>
    `/videos/${encodeURIComponent(videoId)}/signings/${encodeURIComponent(performerId)}`,
  addVideoPerformers: (id: string) => `/videos/${encodeURIComponent(id)}/performers/add`,
  campaigns: (search: OrganisationSearch = {}) => withSearch('/campaigns', search),
  campaign: (id: string, search: ReturnType<typeof campaignSearch> = {}) =>
    withSearch(`/campaigns/${encodeURIComponent(id)}`, search),
  takedowns: (search: TakedownListSearch = {}) => withSearch('/takedowns', search),
  takedown: (id: string) => `/takedowns/${encodeURIComponent(id)}`,
  /** The packs of evidence of an organisation (D109). */
  evidence: (search: OrganisationSearch & ReturnType<typeof cursorSearch> = {}) =>
    withSearch('/evidence', search),
  /** The videos that other organisations share (D113). */
  sharedVideos: (search: OrganisationSearch & ReturnType<typeof cursorSearch> = {}) =>
    withSearch('/shared-videos', search),
  sharedVideo: (id: string) => `/shared-videos/${encodeURIComponent(id)}`,
  auditLogs: (search: AuditLogSearch = {}) => withSearch('/audit-logs', search),
  /** The start of an investigation of a leak. */
  leaks: (search: ReturnType<typeof leakSearch> = {}) => withSearch('/audit-logs/leaks', search),
  leak: (id: string) => `/audit-logs/leaks/${encodeURIComponent(id)}`,
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
  templates: (search: OrganisationSearch = {}) => withSearch('/organisation/templates', search),
  /** `new`, or the id of a template. */
  template: (id: string, search: TemplateSearch & OrganisationSearch = {}) =>
    withSearch(`/organisation/templates/${encodeURIComponent(id)}`, search),
  sealedRecords: (search: SealedListSearch = {}) => withSearch('/sealed', search),
  sealedRecord: (id: string) => `/sealed/${encodeURIComponent(id)}`,
  inquiries: (search: InquiryListSearch = {}) => withSearch('/inquiries', search),
  subjectRequests: (search: InquiryListSearch = {}) => withSearch('/subject-requests', search),
  kycRegister: (search: KycSearch) => withSearch('/kyc/register', search),
  performerSubmission: (search: PerformerPageSearch = {}) => withSearch('/p', search),
  performerPage: (search: PerformerPageSearch = {}) => withSearch('/my', search),
  /** The form of a person who wants a title to be taken down; needs no sign-in (D108). */
  takedownNotice: (search: Pick<PerformerPageSearch, 'lang'> = {}) => withSearch('/takedown', search),
  /** The page of the recipients of a pack (D109). */
  pack: (search: Pick<PerformerPageSearch, 'lang'> = {}) => withSearch('/packs', search),
  /** Verifies a signed contract inside the browser. */
  verifyContract: (search: Pick<PerformerPageSearch, 'lang'> = {}) => withSearch('/verify-contract', search),
  contact: (search: ReturnType<typeof contactSearch> = {}) => withSearch('/contact', search),
  cancellation: () => '/cancellation',
  passwordReset: () => '/password-reset',
  login: (redirect?: string) => withSearch('/login', { redirect }),
} as const

/** Pages that need no sign-in, in the order of their navigation list. */
export const publicPages = [
  { label: 'よくある質問', href: '/faqs' },
  { label: '利用規約', href: '/terms' },
  { label: 'プライバシーポリシー', href: '/privacy' },
  { label: 'キャンセルポリシー', href: '/cancellation' },
  { label: 'お問い合わせ', href: '/contact' },
  { label: '開発者向け', href: '/developers' },
] as const

function withSearch(path: string, search: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value) query.set(name, String(value))
  const text = query.toString()
  return text ? `${path}?${text}` : path
}
