import { useLocation, useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'

/**
 * The secret that a link from a mail carries in its fragment, null without one. It leaves the address at once, so
 * that it stays in no history and on no screen that is shared. A link that is opened where the page is open already
 * loads nothing anew: only the fragment changes.
 */
export function useLinkToken(): string | null {
  const router = useRouter()
  const hash = useLocation({ select: (location) => location.hash })
  const [token, setToken] = useState(() => linkToken(hash))
  useLayoutEffect(() => {
    if (hash === '') return
    setToken((known) => linkToken(hash) ?? known)
    const { pathname, search } = window.location
    router.history.replace(pathname + search)
  }, [hash, router])
  return token
}

/** The token of `token=…`, with or without the sign before it. */
export function linkToken(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, '')).get('token') || null
}
