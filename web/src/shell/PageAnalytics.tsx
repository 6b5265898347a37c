import type { AnalyticsPage } from '@kyc/contract/analytics.ts'
import { limits } from '@kyc/contract/limits.ts'
import { rootRouteId, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { analytics, pagePattern, track } from '../api/analytics.ts'
import { useConfig } from '../api/use-config.ts'
import { useAuthState } from '../session/use-session.ts'

/** Tracks page views and scroll depth by route, never by id (spec §9, D44). Renders nothing. */
export function PageAnalytics() {
  const config = useConfig()
  const page = useShownPage()
  const shownPath = useRouterState({ select: (state) => state.resolvedLocation?.pathname })

  useEffect(() => {
    if (config) analytics.enable(config.analytics)
  }, [config])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another record of the same route is another view
  useEffect(() => {
    if (page === null) return
    track({ name: 'page_view', page })
    return followScroll((depth) => track({ name: 'scroll_depth', page, depth }))
  }, [page, shownPath])

  return null
}

/** The displayed route; null while a page loads and while the guard hides it. */
function useShownPage(): AnalyticsPage | null {
  const signedIn = useAuthState().status === 'authenticated'
  return useRouterState({
    select: ({ matches, resolvedLocation, location }) => {
      const last = matches.at(-1)
      if (resolvedLocation?.pathname !== location.pathname || !last || last.routeId === rootRouteId)
        return null
      const guarded = matches.some((match) => match.routeId === '/signed-in')
      return guarded && !signedIn ? null : pagePattern(last.fullPath)
    },
  })
}

/** Calls `onDepth` once per passed mark; a page that does not scroll passes none. */
function followScroll(onDepth: (depth: (typeof limits.scrollDepths)[number]) => void): () => void {
  const remaining = new Set(limits.scrollDepths)
  const check = () => {
    const { scrollHeight, clientHeight } = document.documentElement
    if (scrollHeight <= clientHeight) return
    const percent = ((window.scrollY + clientHeight) / scrollHeight) * 100
    for (const depth of remaining) {
      if (percent < depth) continue
      remaining.delete(depth)
      onDepth(depth)
    }
  }
  window.addEventListener('scroll', check, { passive: true })
  return () => window.removeEventListener('scroll', check)
}
