import { getKycSession, type KycSession, openKycAddress, openKycSession } from '@kyc/contract/kyc.ts'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { paths } from '../../../paths.ts'
import { useIdempotencyKey } from '../../../ui/use-idempotency-key.ts'
import { openingOf, type PartnerParameters, parameterFaults, parametersOf } from './parameters.ts'

/** State of the KYC session. Not in the query cache, which is cleared when another account signs in. */
export type KycSessionState =
  | { readonly status: 'checking' }
  /** The browser or the server rejected the parameters. */
  | { readonly status: 'faulty'; readonly faults: readonly string[] }
  | { readonly status: 'open'; readonly session: KycSession }
  /** The KYC session belongs to another browser, has expired, or was never opened. */
  | { readonly status: 'notFound'; readonly error: ApiError }
  | { readonly status: 'failed'; readonly error: unknown }

export interface KycSessionOnPage {
  readonly state: KycSessionState
  /** The partner's parameters, in memory only; null after a reload. */
  readonly parameters: PartnerParameters | null
  readonly retry: () => void
  readonly markNotFound: (error: ApiError) => void
}

/** Opens a KYC session with the URL parameters, or loads the one whose id is in the URL. */
export function useKycSession(): KycSessionOnPage {
  const search = useSearch({ from: '/public/kyc/register' })
  const router = useRouter()
  const [parameters] = useState(() => parametersOf(search))
  // The token of a one-time address (D112) is in the fragment, which browsers do not send to servers.
  const [token] = useState(() => /^#token=([\w-]+)$/.exec(window.location.hash)?.[1] ?? null)
  const idempotencyKey = useIdempotencyKey(token ?? parameters)
  const [state, setState] = useState<KycSessionState>({ status: 'checking' })
  const started = useRef(false)
  const shown = useRef(true)
  const id = search.kyc ?? ''

  // Remove the API key from the URL, so that neither history nor a copied URL contains it.
  useLayoutEffect(() => {
    if (search.api_key === undefined) return
    const { api_key: _, ...rest } = search
    router.history.replace(paths.kycRegister(rest))
  }, [search, router])

  const load = useCallback(async () => {
    setState({ status: 'checking' })
    const faults = parameters && !token ? parameterFaults(parameters) : []
    const next =
      faults.length > 0
        ? ({ status: 'faulty', faults } as const)
        : await openOrLoad({ token, parameters, id, idempotencyKey })
    if (!shown.current) return
    if ((parameters || token) && next.status === 'open') {
      router.history.replace(paths.kycRegister({ kyc: next.session.id }))
    }
    setState(next)
  }, [token, parameters, id, router, idempotencyKey])

  useEffect(() => {
    shown.current = true
    // Open one KYC session per page: this runs twice in development, and again when the URL gets the id.
    if (!started.current) void load()
    started.current = true
    return () => {
      shown.current = false
    }
  }, [load])

  const markNotFound = useCallback((error: ApiError) => setState({ status: 'notFound', error }), [])
  return { state, parameters: token ? null : parameters, retry: () => void load(), markNotFound }
}

interface Opening {
  readonly token: string | null
  readonly parameters: PartnerParameters | null
  readonly id: string
  readonly idempotencyKey: string
}

async function openOrLoad({ token, parameters, id, idempotencyKey }: Opening): Promise<KycSessionState> {
  try {
    if (token)
      return { status: 'open', session: await call(openKycAddress, { body: { token }, idempotencyKey }) }
    const session = parameters
      ? await call(openKycSession, { body: openingOf(parameters, document.referrer), idempotencyKey })
      : await call(getKycSession, { params: { id } })
    return { status: 'open', session }
  } catch (error) {
    return stateOf(error)
  }
}

/** The state after a failed call. */
export function stateOf(error: unknown): KycSessionState {
  if (!(error instanceof ApiError)) return { status: 'failed', error }
  if (error.status === 404) return { status: 'notFound', error }
  if (error.status !== 400) return { status: 'failed', error }
  const faults = error.errors.map(({ message }) => message)
  return { status: 'faulty', faults: faults.length > 0 ? [...new Set(faults)] : [error.title] }
}
