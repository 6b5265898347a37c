import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'

const analyticsEventNames = [
  'page_view',
  'scroll_depth',
  'form_start',
  'form_abandon',
  'form_complete',
] as const

/**
 * Every page, named by its pattern, so that events contain no id (D44). The list is closed: it bounds the
 * number of daily counters, whatever clients send.
 */
export const analyticsPages = [
  '/',
  '/dashboard',
  '/performers',
  '/performers/add',
  '/performers/import',
  '/add-performer',
  '/performers/{id}',
  '/review',
  '/review/papers',
  '/review/{id}',
  '/videos',
  '/videos/rehearsal',
  '/videos/import',
  '/videos/{id}',
  '/videos/{id}/performers/add',
  '/shared-videos',
  '/shared-videos/{id}',
  '/evidence',
  '/campaigns',
  '/campaigns/{id}',
  '/takedowns',
  '/takedowns/{id}',
  '/videos/{id}/signings/{performerId}',
  '/audit-logs',
  '/audit-logs/leaks',
  '/audit-logs/leaks/{id}',
  '/users',
  '/partners',
  '/partners/{id}',
  '/inquiries',
  '/sealed',
  '/sealed/{id}',
  '/subject-requests',
  '/account',
  '/organisation',
  '/organisation/templates',
  '/organisation/templates/{id}',
  '/login',
  '/password-reset',
  '/invite',
  '/verify-contract',
  '/verify-email',
  '/firebase-login',
  '/sso-callback',
  '/auth/action',
  '/kyc/register',
  '/p',
  '/packs',
  '/takedown',
  '/my',
  '/cancellation',
  '/faqs',
  '/contact',
  '/terms',
  '/privacy',
  '/developers',
] as const
export type AnalyticsPage = (typeof analyticsPages)[number]

/** Forms whose completion is measured, from the first input to the end. */
const analyticsForms = ['performer-registration'] as const

const eventSchema = z.strictObject({
  name: z.enum(analyticsEventNames),
  page: z.enum(analyticsPages),
  /** For scroll_depth: percent of the page. */
  depth: z.union(limits.scrollDepths.map((depth) => z.literal(depth))).nullish(),
  form: z.enum(analyticsForms).nullish(),
})
export type AnalyticsEvent = z.infer<typeof eventSchema>

export const recordAnalyticsEvents = endpoint({
  name: 'analytics.record',
  method: 'POST',
  path: '/analytics/events',
  summary: 'First-party events by beacon: reads no cookie and stores no personal data',
  who: 'anyone',
  body: z.strictObject({ events: z.array(eventSchema).min(1).max(limits.analyticsEventsPerCall) }),
  reply: { kind: 'empty', status: 204 },
  problems: ['INVALID_INPUT', 'FORBIDDEN', 'RATE_LIMITED'],
  csrf: 'beacon',
  unaudited: 'Counts events without personal data (D44).',
})

/** The page that events name for the form of spec §2, which has two addresses. */
export const registrationForm = {
  form: 'performer-registration',
  page: '/performers/add',
  addresses: ['/performers/add', '/add-performer'],
} as const satisfies {
  form: (typeof analyticsForms)[number]
  page: AnalyticsPage
  addresses: readonly AnalyticsPage[]
}

export const analyticsFunnel = endpoint({
  name: 'analytics.funnel',
  method: 'GET',
  path: '/analytics/funnel',
  summary: 'The completion of the registration form over the last days in Japan, for admins (D44)',
  who: 'admin',
  reply: {
    kind: 'json',
    status: 200,
    schema: z.strictObject({
      days: z.int(),
      /** Whether events are counted (the analytics flag of spec §3). */
      counting: z.boolean(),
      /** Views of the form's page. */
      opened: z.int(),
      started: z.int(),
      completed: z.int(),
      abandoned: z.int(),
    }),
  },
  problems: [],
})
