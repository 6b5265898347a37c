import type { AnalyticsPage } from '@kyc/contract/analytics.ts'
import { limits } from '@kyc/contract/limits.ts'
import { rootRouteId, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { analytics, pagePattern, track } from '../api/analytics.ts'
import { useConfig } from '../api/use-config.ts'
import { useAuthState } from '../session/use-session.ts'

/** Page views and how far a page was scrolled, by route and never by id (spec §9, D44). Shows nothing. */
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

/** The route that is on the screen: none while one loads, and none where the guard shows no page. */
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

/** Calls `onDepth` once for each mark that is passed; a page that does not scroll passes none. */
function followScroll(onDepth: (depth: (typeof limits.scrollDepths)[number]) => void): () => void {
  const left = new Set(limits.scrollDepths)
  const check = () => {
    const { scrollHeight, clientHeight } = document.documentElement
    if (scrollHeight <= clientHeight) return
    const percent = ((window.scrollY + clientHeight) / scrollHeight) * 100
    for (const depth of left) {
      if (percent < depth) continue
      left.delete(depth)
      onDepth(depth)
    }
  }
  window.addEventListener('scroll', check, { passive: true })
  return () => window.removeEventListener('scroll', check)
}
