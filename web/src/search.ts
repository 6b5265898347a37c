import { roles } from '@kyc/contract/accounts.ts'
import { auditActionFilters, auditResourceTypes } from '@kyc/contract/audit-vocabulary.ts'
import { campaignItemStates } from '@kyc/contract/campaign-vocabulary.ts'
import { isDay } from '@kyc/contract/dates.ts'
import type { DeliveryState } from '@kyc/contract/deliveries.ts'
import { performerStatuses } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerSort } from '@kyc/contract/performers.ts'
import type { GateState } from '@kyc/contract/readiness.ts'
import type { SealedFilter } from '@kyc/contract/sealed-performers.ts'
import type { VideoTab } from './features/videos/gate/mended-at.ts'

/** Query parameters before validation. Each function below keeps the valid ones and drops the rest. */
type Raw = Record<string, unknown>

/**
 * A record, so that no value can be missing; importing the list would load all performer schemas on every
 * page.
 */
const sorts: Record<PerformerSort, true> = {
  '-createdAt': true,
  createdAt: true,
  name: true,
  '-updatedAt': true,
  status: true,
  waiting: true,
}

/** A record for the same reason. */
const deliveryStates: Record<DeliveryState, true> = { pending: true, delivered: true, dead: true }

/** A record for the same reason. */
const sealedFilters: Record<SealedFilter, true> = {
  ending: true,
  held: true,
  requested: true,
  destroyed: true,
}

/** A record for the same reason. */
const videoTabs: Record<VideoTab, true> = {
  performers: true,
  contracts: true,
  shootings: true,
  publications: true,
  history: true,
}

/** A record for the same reason. */
const gates: Record<GateState, true> = { unknown: true, missing: true, partly: true, complete: true }

/**
 * The parameter of every page that needs a sign-in: the organisation of lists and new records (D67). Links inside the
 * product keep it. Without it, the server chooses; for admins it is a filter.
 */
export function organisationSearch(raw: Raw) {
  return present({ organisation: filled(raw.organisation) })
}

/** `waitedFrom` and `waitedTo` are full days of waiting, both included. */
export function performerListSearch(raw: Raw) {
  return present({
    status: oneOf(performerStatuses, raw.status),
    sort: keyOf(sorts, raw.sort),
    expiring: oneOf(['true'], raw.expiring),
    waiting: oneOf(['true'], raw.waiting),
    waitedFrom: days(raw.waitedFrom),
    waitedTo: days(raw.waitedTo),
    cursor: filled(raw.cursor),
  })
}

/** The filters of the queue of the review desk (D21). */
export function reviewSearch(raw: Raw) {
  return present({
    idKind: filled(raw.idKind),
    waitedFrom: days(raw.waitedFrom),
    waitedTo: days(raw.waitedTo),
    resubmitted: oneOf(['true'], raw.resubmitted),
    mine: oneOf(['true'], raw.mine),
    cursor: filled(raw.cursor),
  })
}

/** The video that the performer is registered for (D23). */
export function registrationSearch(raw: Raw) {
  return present({ video: filled(raw.video) })
}

/** The parameter of the lists without a filter. */
export function cursorSearch(raw: Raw) {
  return present({ cursor: filled(raw.cursor) })
}

/** The tab of a video's page, and the page of its performers. */
export function videoSearch(raw: Raw) {
  return present({ tab: keyOf(videoTabs, raw.tab), cursor: filled(raw.cursor) })
}

/** The rules of a rehearsal (D107). */
export function rehearsalSearch(raw: Raw) {
  return present({
    day: dayOf(raw.day),
    channel: filled(raw.channel),
    consentMonths: days(raw.consentMonths),
    download: oneOf(['true'], raw.download),
  })
}

/** The list of videos. */
export function videoListSearch(raw: Raw) {
  return present({ gate: keyOf(gates, raw.gate), cursor: filled(raw.cursor) })
}

/** Days are YYYY-MM-DD in Japan. */
export function auditLogSearch(raw: Raw) {
  return present({
    startDate: dayOf(raw.startDate),
    endDate: dayOf(raw.endDate),
    action: oneOf(auditActionFilters, raw.action),
    resourceType: oneOf(auditResourceTypes, raw.resourceType),
    resourceId: filled(raw.resourceId),
    userId: filled(raw.userId),
    cursor: filled(raw.cursor),
  })
}

/** The parameter of the start of an investigation: the account to investigate. */
export function leakSearch(raw: Raw) {
  return present({ account: filled(raw.account) })
}

/** `tab`, `kind` and `state` are those of the list of organisations. */
export function userListSearch(raw: Raw) {
  return present({
    role: oneOf(roles, raw.role),
    tab: oneOf(['organisations'], raw.tab),
    kind: oneOf(['personal', 'producer', 'distributor'], raw.kind),
    state: oneOf(['active', 'unapproved', 'cancelled', 'disabled'], raw.state),
    cursor: filled(raw.cursor),
  })
}

/** `state` applies to the deliveries, `outcome` to the calls, and `cursor` to both. */
export function partnerSearch(raw: Raw) {
  return present({
    tab: oneOf(['basic', 'credentials', 'origins', 'webhooks', 'deliveries', 'calls'], raw.tab),
    state: keyOf(deliveryStates, raw.state),
    outcome: oneOf(['ok', 'failed'], raw.outcome),
    cursor: filled(raw.cursor),
  })
}

/** Without a state, the list has those that are open. */
export function inquiryListSearch(raw: Raw) {
  return present({ state: oneOf(['answered', 'all'], raw.state), cursor: filled(raw.cursor) })
}

/** Without a state, the page has all performers of the campaign. */
export function campaignSearch(raw: Raw) {
  return present({ state: oneOf(campaignItemStates, raw.state), cursor: filled(raw.cursor) })
}

/** Without a state, the list has the open requests. */
export function takedownListSearch(raw: Raw) {
  return present({ state: oneOf(['closed'], raw.state), cursor: filled(raw.cursor) })
}

/** `from`: the template that a new one is made from. */
export function templateSearch(raw: Raw) {
  return present({ from: filled(raw.from) })
}

/** Without a filter, the list has every record that is not destroyed. */
export function sealedListSearch(raw: Raw) {
  return present({ filter: keyOf(sealedFilters, raw.filter), cursor: filled(raw.cursor) })
}

/** The subject that a link fills in. */
export function contactSearch(raw: Raw) {
  return present({ topic: oneOf(['cancellation', 'invitation'], raw.topic) })
}

/** The policies and the contact form keep the organisation, so that it is still selected on the way back. */
export function readingSearch(raw: Raw) {
  return { ...contactSearch(raw), ...organisationSearch(raw) }
}

export function loginSearch(raw: Raw) {
  return present({ redirect: filled(raw.redirect) })
}

export function ssoCallbackSearch(raw: Raw) {
  return present({ token: filled(raw.token), redirect: filled(raw.redirect), error: filled(raw.error) })
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
  signed_at?: string | undefined
  signature?: string | undefined
}

/** Returns the parameters of the partner unchanged: the page validates them and reports the faults. */
export function kycSearch(raw: Raw): KycSearch {
  return raw
}

export function authActionSearch(raw: Raw) {
  return present({ mode: filled(raw.mode), oobCode: filled(raw.oobCode) })
}

/**
 * Parses plain values: `?status=pending`, without the quotes that the router would add. Drops the `search` of
 * an old link, because search texts may not appear in URLs (D62).
 */
export function parseSearch(text: string): Raw {
  const { search: _dropped, ...parameters } = Object.fromEntries(new URLSearchParams(text))
  return parameters
}

/** Removes the `search` of an old link from the URL and from the history of the tab. */
export function dropSearchText(): void {
  const url = new URL(location.href)
  if (!url.searchParams.has('search')) return
  url.searchParams.delete('search')
  history.replaceState(history.state, '', url)
}

export function stringifySearch(search: Raw): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return text && `?${text}`
}

function oneOf<const T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((candidate) => candidate === value)
}

function keyOf<T extends string>(table: Record<T, true>, value: unknown): T | undefined {
  return typeof value === 'string' && Object.hasOwn(table, value) ? (value as T) : undefined // an own key of the record is a T
}

function filled(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function days(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{1,3}$/.test(value) ? value : undefined
}

function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && isDay(value) ? value : undefined
}

function present<T extends object>(search: T): Partial<T> {
  // Object.fromEntries loses the key types; the filter removes every undefined value.
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Partial<T>
}
