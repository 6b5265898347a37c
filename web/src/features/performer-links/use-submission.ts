import type { LinkLanguage } from '@kyc/contract/consent.ts'
import { getLinkSession, type LinkSession, openPerformerLink } from '@kyc/contract/performer-links.ts'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { browserLanguage } from '../../ui/page-language.ts'
import { useLinkToken } from '../sign-in/use-link-token.ts'
import { useSubmissionSearch } from './use-submission-search.ts'

/** Why this browser can't continue. `noLink`: the page was opened without the link. */
export type LinkEnd = 'ended' | 'finished' | 'noLink' | 'forbidden' | 'otherBrowser'

/** What the page shows. Not in the query cache, which is cleared when an account signs in or out. */
export type SubmissionState =
  | { readonly status: 'loading' }
  | { readonly status: 'open'; readonly session: LinkSession }
  /** Another browser opened the link first. */
  | { readonly status: 'code'; readonly token: string }
  | { readonly status: LinkEnd }
  | { readonly status: 'failed'; readonly error: unknown }

export interface Submission {
  readonly state: SubmissionState
  readonly language: LinkLanguage
  readonly retry: () => void
  /** Shows the session that a call returned. */
  readonly show: (session: LinkSession) => void
  /** Leaves the step if the failure concerns the whole link; otherwise the step shows it. */
  readonly fail: (error: unknown) => void
}

/** Opens the link with the token of the URL, or continues in the browser that opened it before. */
export function useSubmission(): Submission {
  const token = useLinkToken()
  const search = useSubmissionSearch()
  const router = useRouter()
  const [state, setState] = useState<SubmissionState>({ status: 'loading' })
  const opened = useRef<string | null | undefined>(undefined)
  const id = search.link
  const { lang } = search

  const show = useCallback(
    (session: LinkSession) => {
      setState({ status: 'open', session })
      // A reload continues with this link.
      if (session.id !== id) router.history.replace(paths.performerSubmission({ link: session.id, lang }))
    },
    [router, id, lang],
  )
  const load = useCallback(async () => {
    setState({ status: 'loading' })
    try {
      show(
        await (token
          ? call(openPerformerLink, { body: { token } })
          : call(getLinkSession, { query: { id } })),
      )
    } catch (error) {
      setState(stateOf(error, token))
    }
  }, [token, id, show])

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
export function stateOf(error: unknown, token: string | null): SubmissionState {
  if (!(error instanceof ApiError)) return { status: 'failed', error }
  if (error.code === 'PERFORMER_LINK_ENDED') return { status: token === null ? 'noLink' : 'ended' }
  if (error.code === 'PERFORMER_LINK_DONE') return { status: 'finished' }
  if (error.code === 'FORBIDDEN') return { status: 'forbidden' }
  if (error.code === 'LINK_OTHER_BROWSER') return { status: 'otherBrowser' }
  if (error.code === 'LINK_CODE_REQUIRED' && token) return { status: 'code', token }
  return { status: 'failed', error }
}
