import { getKycSession, type KycSession, openKycSession } from '@kyc/contract/kyc.ts'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { openingOf, type PartnerParameters, parameterFaults, parametersOf } from './parameters.ts'

/**
 * What is known of this KYC session. It is kept here and not among the records, which go when somebody else signs in.
 */
export type KycSessionState =
  | { readonly status: 'checking' }
  /** Something is wrong with the parameters: found here, or refused by the server. */
  | { readonly status: 'faulty'; readonly faults: readonly string[] }
  | { readonly status: 'open'; readonly session: KycSession }
  /** Of another browser, too old, or never opened. */
  | { readonly status: 'lost'; readonly error: ApiError }
  | { readonly status: 'failed'; readonly error: unknown }

export interface KycSessionOnPage {
  readonly state: KycSessionState
  /** What the partner sent, in memory only; null after a reload. */
  readonly parameters: PartnerParameters | null
  readonly retry: () => void
  readonly lose: (error: ApiError) => void
}

/** Opens the KYC session that the address asks for, or finds the one that it names (D33). */
export function useKycSession(): KycSessionOnPage {
  const search = useSearch({ from: '/public/kyc/register' })
  const router = useRouter()
  const [parameters] = useState(() => parametersOf(search))
  const idempotencyKey = useIdempotencyKey(parameters)
  const [state, setState] = useState<KycSessionState>({ status: 'checking' })
  const started = useRef(false)
  const shown = useRef(true)
  const id = search.kyc ?? ''

  // The key was read: whatever comes of it, neither history nor a copied address holds it.
  useLayoutEffect(() => {
    if (search.api_key === undefined) return
    const { api_key: _, ...rest } = search
    router.history.replace(paths.kycRegister(rest))
  }, [search, router])

  const load = useCallback(async () => {
    setState({ status: 'checking' })
    const faults = parameters ? parameterFaults(parameters) : []
    const next =
      faults.length > 0 ? ({ status: 'faulty', faults } as const) : await ask(parameters, id, idempotencyKey)
    if (!shown.current) return
    if (parameters && next.status === 'open') {
      router.history.replace(paths.kycRegister({ kyc: next.session.id }))
    }
    setState(next)
  }, [parameters, id, router, idempotencyKey])

  useEffect(() => {
    shown.current = true
    // One KYC session a page: this runs twice in development, and again when the address gets the KYC session's id.
    if (!started.current) void load()
    started.current = true
    return () => {
      shown.current = false
    }
  }, [load])

  const lose = useCallback((error: ApiError) => setState({ status: 'lost', error }), [])
  return { state, parameters, retry: () => void load(), lose }
}

async function ask(
  parameters: PartnerParameters | null,
  id: string,
  idempotencyKey: string,
): Promise<KycSessionState> {
  try {
    const session = parameters
      ? await call(openKycSession, { body: openingOf(parameters, document.referrer), idempotencyKey })
      : await call(getKycSession, { params: { id } })
    return { status: 'open', session }
  } catch (error) {
    return stateOf(error)
  }
}

/** What a failed call means for the KYC session. */
export function stateOf(error: unknown): KycSessionState {
  if (!(error instanceof ApiError)) return { status: 'failed', error }
  if (error.status === 404) return { status: 'lost', error }
  if (error.status !== 400) return { status: 'failed', error }
  const faults = error.errors.map(({ message }) => message)
  return { status: 'faulty', faults: faults.length > 0 ? [...new Set(faults)] : [error.title] }
}
