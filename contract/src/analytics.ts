import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'

export const analyticsEventNames = [
  'page_view',
  'scroll_depth',
  'form_start',
  'form_abandon',
  'form_complete',
] as const

/** Routes are named by pattern (`/performers/{id}`), so that no id and no person ever enters an event (D44). */
const eventSchema = z.strictObject({
  name: z.enum(analyticsEventNames),
  page: z.string().regex(/^\/[a-z{}/-]{0,100}$/),
  /** Percent of the page, for scroll_depth. */
  depth: z.union(limits.scrollDepths.map((depth) => z.literal(depth))).nullish(),
  form: z
    .string()
    .regex(/^[a-z-]{1,40}$/)
    .nullish(),
})
export type AnalyticsEvent = z.infer<typeof eventSchema>

export const recordAnalyticsEvents = endpoint({
  name: 'analytics.record',
  method: 'POST',
  path: '/analytics/events',
  summary: 'First-party events by beacon: no cookie is read and nothing personal is kept',
  who: 'anyone',
  body: z.strictObject({ events: z.array(eventSchema).min(1).max(50) }),
  reply: { kind: 'empty', status: 204 },
  problems: ['INVALID_INPUT', 'FORBIDDEN', 'RATE_LIMITED'],
  beacon: true,
})

/** The form of spec §2 as events name it. */
export const registrationForm = { form: 'performer-registration', page: '/performers/add' } as const

export const analyticsFunnel = endpoint({
  name: 'analytics.funnel',
  method: 'GET',
  path: '/analytics/funnel',
  summary: 'How far people get in the registration form, over the last days in Japan, for admins (D44)',
  who: 'admin',
  reply: {
    kind: 'json',
    status: 200,
    schema: z.strictObject({
      days: z.int(),
      /** Views of the form's page. */
      opened: z.int(),
      started: z.int(),
      completed: z.int(),
      abandoned: z.int(),
    }),
  },
  problems: [],
})
