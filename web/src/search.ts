import { roles } from '@kyc/contract/accounts.ts'
import { auditActions, auditResourceTypes } from '@kyc/contract/audit-vocabulary.ts'
import { isDay } from '@kyc/contract/dates.ts'
import type { DeliveryState } from '@kyc/contract/deliveries.ts'
import { performerStatuses } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerSort } from '@kyc/contract/performers.ts'
import {
  type AuditLogSearch,
  type InquiryListSearch,
  type KycSearch,
  type PartnerListSearch,
  type PartnerSearch,
  type PerformerListSearch,
  partnerTabs,
  type RegistrationSearch,
  type UserListSearch,
  type VideoListSearch,
  type VideoSearch,
} from './paths.ts'

type Raw = Record<string, unknown>

/** A table, so that none can be missing; the list itself would bring all schemas of performers to every page. */
const sorts: Record<PerformerSort, true> = {
  '-createdAt': true,
  createdAt: true,
  name: true,
  '-updatedAt': true,
  status: true,
}

/** A table for the same reason. */
const deliveries: Record<DeliveryState, true> = { pending: true, delivered: true, dead: true }

/** What an address says is kept if the page can use it; anything else counts as absent. */
export function performerListSearch(raw: Raw): PerformerListSearch {
  return present({
    status: oneOf(performerStatuses, raw.status),
    sort: keyOf(sorts, raw.sort),
    expiring: oneOf(['true'], raw.expiring),
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
    state: keyOf(deliveries, raw.state),
    cursor: filled(raw.cursor),
  })
}

export function inquiryListSearch(raw: Raw): InquiryListSearch {
  return present({ state: oneOf(['open', 'answered'], raw.state), cursor: filled(raw.cursor) })
}

export function loginSearch(raw: Raw): { redirect?: string } {
  return present({ redirect: filled(raw.redirect) })
}

export function ssoCallbackSearch(raw: Raw): { token?: string; redirect?: string; error?: string } {
  return present({ token: filled(raw.token), redirect: filled(raw.redirect), error: filled(raw.error) })
}

/** Kept as it came: the page itself judges what partners send and tells what is wrong with it. */
export function kycSearch(raw: Raw): KycSearch {
  return raw
}

export function authActionSearch(raw: Raw): { mode?: string; oobCode?: string } {
  return present({ mode: filled(raw.mode), oobCode: filled(raw.oobCode) })
}

/**
 * Addresses are plain: `?status=pending`, with no quotes around values as the router would write them. `search` of an
 * old link is dropped, because search texts stay out of addresses (D62).
 */
export function parseSearch(text: string): Raw {
  const { search: _dropped, ...kept } = Object.fromEntries(new URLSearchParams(text))
  return kept
}

/** Removes the `search` of an old link from the address and from the history of the tab (D62). */
export function dropSearchText(): void {
  const address = new URL(location.href)
  if (!address.searchParams.has('search')) return
  address.searchParams.delete('search')
  history.replaceState(history.state, '', address)
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
  return typeof value === 'string' && Object.hasOwn(table, value) ? (value as T) : undefined // its own key, so a T
}

function filled(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && isDay(value) ? value : undefined
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function present<T extends object>(search: T): Present<T> {
  // Leaving out the absent ones is what makes it Present.
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Present<T>
}
