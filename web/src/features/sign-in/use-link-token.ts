import { useLocation, useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'

/**
 * The secret in the fragment of a mail link, null without one. Removes it from the URL at once, so that
 * neither the history nor a shared screen shows it. A link opened on the same page changes only the fragment,
 * without a page load.
 */
export function useLinkToken(): string | null {
  const router = useRouter()
  const hash = useLocation({ select: (location) => location.hash })
  const [token, setToken] = useState(() => linkToken(hash))
  useLayoutEffect(() => {
    if (hash === '') return
    setToken((previous) => linkToken(hash) ?? previous)
    const { pathname, search } = window.location
    router.history.replace(pathname + search)
  }, [hash, router])
  return token
}

/** The token of `token=…`, with or without a leading `#`. */
export function linkToken(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, '')).get('token') || null
}
