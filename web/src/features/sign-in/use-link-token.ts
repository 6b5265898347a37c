import { useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'

/**
 * The secret that a link from a mail carries in its fragment, null without one. It leaves the address at once, so
 * that it stays in no history and on no screen that is shared.
 */
export function useLinkToken(): string | null {
  const router = useRouter()
  const [token] = useState(() => linkToken(window.location.hash))
  useLayoutEffect(() => {
    if (window.location.hash === '') return
    const { pathname, search } = window.location
    router.history.replace(pathname + search)
  }, [router])
  return token
}

/** The token of `#token=…`. */
export function linkToken(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, '')).get('token') || null
}
