import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'

/** Goes to an address inside the product; `replace` leaves no step behind in the history. */
export function useGo(): (href: string, options?: { replace?: boolean }) => Promise<void> {
  const navigate = useNavigate()
  return useCallback((href, options = {}) => navigate({ href, ...options }), [navigate])
}

/** Goes to `href` as soon as it is drawn, in place of the current address. */
export function Redirect({ href }: { href: string }) {
  const go = useGo()
  useEffect(() => {
    void go(href, { replace: true })
  }, [go, href])
  return null
}
