import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'

/** Goes to an address inside the product; `replace` leaves no step behind in the history. */
export function useGo(): (href: string, options?: { replace?: boolean }) => Promise<void> {
  const navigate = useNavigate()
  return useCallback((href, options = {}) => navigate({ href, ...options }), [navigate])
}

/**
 * Goes to `href` as soon as it is drawn, in place of the current address. The first `href` counts: one that is made
 * of the current address changes while the way there is being loaded.
 */
export function Redirect({ href }: { href: string }) {
  const go = useGo()
  const [target] = useState(href)
  useEffect(() => {
    void go(target, { replace: true })
  }, [go, target])
  return null
}
