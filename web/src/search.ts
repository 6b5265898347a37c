import { roles } from '@kyc/contract/accounts.ts'
import { auditActions, auditResourceTypes } from '@kyc/contract/audit-vocabulary.ts'
import { isDay } from '@kyc/contract/dates.ts'
import type { DeliveryState } from '@kyc/contract/deliveries.ts'
import { performerStatuses } from '@kyc/contract/document-vocabulary.ts'
import type { OrganisationKind } from '@kyc/contract/organisations.ts'
import type { PerformerSort } from '@kyc/contract/performers.ts'
import {
  type AuditLogSearch,
  type ContactSearch,
  type InquiryListSearch,
  type KycSearch,
  type OrganisationSearch,
  type PartnerListSearch,
  type PartnerSearch,
  type PerformerListSearch,
  partnerTabs,
  type RegistrationSearch,
  type UserListSearch,
  type VideoListSearch,
  type VideoSearch,
} from './paths.ts'

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
const organisationKinds: Record<OrganisationKind, true> = {
  personal: true,
  producer: true,
  distributor: true,
}

export function organisationSearch(raw: Raw): OrganisationSearch {
  return present({ organisation: filled(raw.organisation) })
}

export function performerListSearch(raw: Raw): PerformerListSearch {
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

export function registrationSearch(raw: Raw): RegistrationSearch {
  return present({ video: filled(raw.video) })
}

export function videoListSearch(raw: Raw): VideoListSearch {
  return present({ cursor: filled(raw.cursor) })
}

export function videoSearch(raw: Raw): VideoSearch {
  return present({ cursor: filled(raw.cursor) })
}

export function auditLogSearch(raw: Raw): AuditLogSearch {
  return present({
    startDate: dayOf(raw.startDate),
    endDate: dayOf(raw.endDate),
    action: oneOf(auditActions, raw.action),
    resourceType: oneOf(auditResourceTypes, raw.resourceType),
    resourceId: filled(raw.resourceId),
    userId: filled(raw.userId),
    cursor: filled(raw.cursor),
  })
}

export function userListSearch(raw: Raw): UserListSearch {
  return present({
    role: oneOf(roles, raw.role),
    tab: oneOf(['organisations'], raw.tab),
    kind: keyOf(organisationKinds, raw.kind),
    state: oneOf(['active', 'disabled'], raw.state),
    cursor: filled(raw.cursor),
  })
}

export function partnerListSearch(raw: Raw): PartnerListSearch {
  return present({ cursor: filled(raw.cursor) })
}

export function partnerSearch(raw: Raw): PartnerSearch {
  return present({
    tab: oneOf(
      partnerTabs.map(({ name }) => name),
      raw.tab,
    ),
    state: keyOf(deliveryStates, raw.state),
    cursor: filled(raw.cursor),
  })
}

export function inquiryListSearch(raw: Raw): InquiryListSearch {
  return present({ state: oneOf(['answered', 'all'], raw.state), cursor: filled(raw.cursor) })
}

export function contactSearch(raw: Raw): ContactSearch & OrganisationSearch {
  return {
    ...organisationSearch(raw),
    ...present({ topic: oneOf(['cancellation', 'invitation'], raw.topic) }),
  }
}

export function loginSearch(raw: Raw): { redirect?: string } {
  return present({ redirect: filled(raw.redirect) })
}

export function ssoCallbackSearch(raw: Raw): { token?: string; redirect?: string; error?: string } {
  return present({ token: filled(raw.token), redirect: filled(raw.redirect), error: filled(raw.error) })
}

/** Returns the parameters of the partner unchanged: the page validates them and reports the faults. */
export function kycSearch(raw: Raw): KycSearch {
  return raw
}

export function authActionSearch(raw: Raw): { mode?: string; oobCode?: string } {
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

/** Removes the `search` of an old link from the URL and from the history of the tab (D62). */
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

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function present<T extends object>(search: T): Present<T> {
  // Object.fromEntries loses the key types; the filter removes every undefined value.
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Present<T>
}
