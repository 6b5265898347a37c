import type { BodyIn, Endpoint, ParamsIn, QueryIn } from '@kyc/contract/endpoint.ts'
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import { call, callPaged } from './call.ts'

type Contract =
  | typeof import('@kyc/contract/account.ts')
  | typeof import('@kyc/contract/analytics.ts')
  | typeof import('@kyc/contract/audit.ts')
  | typeof import('@kyc/contract/contact.ts')
  | typeof import('@kyc/contract/contract-keys.ts')
  | typeof import('@kyc/contract/contract-templates.ts')
  | typeof import('@kyc/contract/dashboard.ts')
  | typeof import('@kyc/contract/deliveries.ts')
  | typeof import('@kyc/contract/documents.ts')
  | typeof import('@kyc/contract/leaks.ts')
  | typeof import('@kyc/contract/log-verifications.ts')
  | typeof import('@kyc/contract/organisation-members.ts')
  | typeof import('@kyc/contract/organisations.ts')
  | typeof import('@kyc/contract/packs.ts')
  | typeof import('@kyc/contract/papers.ts')
  | typeof import('@kyc/contract/partners.ts')
  | typeof import('@kyc/contract/performer-check.ts')
  | typeof import('@kyc/contract/performer-history.ts')
  | typeof import('@kyc/contract/performer-links.ts')
  | typeof import('@kyc/contract/performers.ts')
  | typeof import('@kyc/contract/publications.ts')
  | typeof import('@kyc/contract/readiness.ts')
  | typeof import('@kyc/contract/records-2257.ts')
  | typeof import('@kyc/contract/rehearsal.ts')
  | typeof import('@kyc/contract/title-facts.ts')
  | typeof import('@kyc/contract/review.ts')
  | typeof import('@kyc/contract/saved-filters.ts')
  | typeof import('@kyc/contract/reliances.ts')
  | typeof import('@kyc/contract/shares.ts')
  | typeof import('@kyc/contract/signings.ts')
  | typeof import('@kyc/contract/sealed-performers.ts')
  | typeof import('@kyc/contract/subjects.ts')
  | typeof import('@kyc/contract/system.ts')
  | typeof import('@kyc/contract/campaigns.ts')
  | typeof import('@kyc/contract/due-mails.ts')
  | typeof import('@kyc/contract/takedowns.ts')
  | typeof import('@kyc/contract/transfers.ts')
  | typeof import('@kyc/contract/users.ts')
  | typeof import('@kyc/contract/videos.ts')

type NamesOf<Module> = Module extends unknown
  ? { [K in keyof Module]: Module[K] extends { name: infer N; method: string } ? N : never }[keyof Module]
  : never

/** `performers.list` is the name of an endpoint, `performers` the prefix of all endpoints of performers. */
export type QueryName =
  NamesOf<Contract> extends infer N extends `${string}.${string}`
    ? N | (N extends `${infer Subject}.${string}` ? Subject : never)
    : never

/** The key of all queries of an endpoint or of a group of endpoints, optionally of one record. */
export function queryKey(name: QueryName, params: object = {}): QueryKey {
  return [...name.split('.'), ...(Object.keys(params).length > 0 ? [params] : [])]
}

interface QueryInput<E extends Endpoint> {
  params?: ParamsIn<E>
  query?: QueryIn<E>
  body?: BodyIn<E>
}

/** The query of a call, with a key derived from the name and the input of the endpoint. */
export function callQuery<E extends Endpoint>(endpoint: E, input: QueryInput<E> = {}) {
  return queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
  })
}

/** The query of one page of a list; the previous page stays until the next has loaded. */
export function pageQuery<E extends Endpoint>(endpoint: E, input: QueryInput<E> = {}) {
  return queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => callPaged(endpoint, { ...input, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The key of one query; `queryKey` returns its prefixes. */
export function keyOf<E extends Endpoint>(endpoint: E, { params, query, body }: QueryInput<E>): QueryKey {
  return [...endpoint.name.split('.'), params ?? {}, query ?? {}, body ?? {}]
}
