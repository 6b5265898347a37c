import type { LinkLanguage } from '@kyc/contract/consent.ts'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import type { PerformerPageSearch } from '../../../paths.ts'
import { browserLanguage } from '../../../ui/page-language.ts'
import { useLinkToken } from '../../sign-in/use-link-token.ts'
import { useLinkSearch } from './use-link-search.ts'

/** Why this browser can't continue. `noLink`: the page was opened without the link. */
export type LinkEnd = 'finished' | 'noLink' | 'forbidden' | 'otherBrowser'

/** What the page shows. Not in the query cache, which is cleared when an account signs in or out. */
export type LinkState<Session> =
  | { readonly status: 'loading' }
  | { readonly status: 'open'; readonly session: Session }
  /** Another browser opened the link first. */
  | { readonly status: 'code'; readonly token: string }
  | { readonly status: 'ended'; readonly token: string }
  | { readonly status: LinkEnd }
  | { readonly status: 'failed'; readonly error: unknown }

/** A kind of link: its calls, and the address of its page. A constant of a module, so that no render changes it. */
export interface LinkKind<Session> {
  readonly open: (token: string) => Promise<Session>
  /** Returns the session with this id; without an id, the one that this browser opened last. */
  readonly get: (id: string | undefined) => Promise<Session>
  readonly path: (search: PerformerPageSearch) => string
}

export interface OpenedLink<Session> {
  readonly state: LinkState<Session>
  readonly language: LinkLanguage
  readonly retry: () => void
  /** Shows the session that a call returned. */
  readonly show: (session: Session) => void
  /** Leaves the step if the failure concerns the whole link; otherwise the step shows it. */
  readonly fail: (error: unknown) => void
}

/** Opens the link with the token of the URL, or continues in the browser that opened it before. */
export function useLinkSession<Session extends { readonly id: string; readonly language: LinkLanguage }>(
  kind: LinkKind<Session>,
): OpenedLink<Session> {
  const token = useLinkToken()
  const { link: id, lang, signing } = useLinkSearch()
  const router = useRouter()
  const [state, setState] = useState<LinkState<Session>>({ status: 'loading' })
  const opened = useRef<string | null | undefined>(undefined)

  const show = useCallback(
    (session: Session) => {
      setState({ status: 'open', session })
      // Puts the id into the URL, so that a reload continues with this link.
      if (session.id !== id) router.history.replace(kind.path({ link: session.id, lang, signing }))
    },
    [router, kind, id, lang, signing],
  )
  const load = useCallback(async () => {
    setState({ status: 'loading' })
    try {
      show(await (token ? kind.open(token) : kind.get(id)))
    } catch (error) {
      setState(stateOf(error, token))
    }
  }, [token, kind, id, show])

  useEffect(() => {
    // Once for each link: this runs twice in development, and again when the URL changes.
    if (opened.current === token) return
    opened.current = token
    void load()
  }, [load, token])

  const fail = useCallback(
    (error: unknown) => {
      const next = stateOf(error, token ?? '')
      if (next.status !== 'failed') setState(next)
    },
    [token],
  )
  const session = state.status === 'open' ? state.session : null
  const language = lang ?? session?.language ?? browserLanguage()
  return { state, language, retry: () => void load(), show, fail }
}

/** The state after a failed call; `token` is null without the link. */
export function stateOf(error: unknown, token: string | null): Exclude<LinkState<never>, { status: 'open' }> {
  if (!(error instanceof ApiError)) return { status: 'failed', error }
  if (error.code === 'PERFORMER_LINK_ENDED')
    return token === null ? { status: 'noLink' } : { status: 'ended', token }
  if (error.code === 'PERFORMER_LINK_DONE') return { status: 'finished' }
  if (error.code === 'FORBIDDEN') return { status: 'forbidden' }
  if (error.code === 'LINK_OTHER_BROWSER') return { status: 'otherBrowser' }
  if (error.code === 'LINK_CODE_REQUIRED' && token) return { status: 'code', token }
  return { status: 'failed', error }
}
