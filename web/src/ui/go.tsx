import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'

/** Navigates to a URL of the product; `replace` replaces the current history entry. */
export function useGo(): (href: string, options?: { replace?: boolean }) => Promise<void> {
  const navigate = useNavigate()
  return useCallback((href, options = {}) => navigate({ href, ...options }), [navigate])
}

/** Loads the code of the page at a URL of the product ahead of a navigation. It loads no record. */
export function usePreloadPage(): (href: string) => void {
  const router = useRouter()
  return useCallback((href) => void router.preloadRoute({ to: href }), [router])
}

/**
 * Navigates to `href` on mount and replaces the history entry. Uses the first `href`: one that is built from
 * the current URL changes during the navigation.
 */
export function Redirect({ href }: { href: string }) {
  const go = useGo()
  const [target] = useState(href)
  useEffect(() => {
    void go(target, { replace: true })
  }, [go, target])
  return null
}
