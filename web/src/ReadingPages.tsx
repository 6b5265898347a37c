import { useRouterState } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { publicPages } from './paths.ts'
import { ReadingFrame } from './shell/ReadingFrame.tsx'
import { lazyPart } from './ui/lazy-part.tsx'

type Address = (typeof publicPages)[number]['href']

const pages: Record<Address, ComponentType> = {
  '/faqs': lazyPart(() => import('./features/policies/FaqPage.tsx').then((m) => m.FaqPage)),
  '/terms': lazyPart(() => import('./features/policies/TermsPage.tsx').then((m) => m.TermsPage)),
  '/privacy': lazyPart(() => import('./features/policies/PrivacyPage.tsx').then((m) => m.PrivacyPage)),
  '/cancellation': lazyPart(() =>
    import('./features/policies/CancellationPage.tsx').then((m) => m.CancellationPage),
  ),
  '/contact': lazyPart(() => import('./features/contact/ContactPage.tsx').then((m) => m.ContactPage)),
}

/** The pages that need no sign-in, each in its own chunk. The frame stays mounted when the page changes. */
export function ReadingPages() {
  const address = useRouterState({
    // The child routes are created from publicPages, and `pages` has an entry for each.
    select: ({ matches }) => matches.at(-1)?.fullPath as Address | undefined,
  })
  const Page = address && pages[address]
  if (!Page) return null
  return (
    <ReadingFrame page={address}>
      <Page />
    </ReadingFrame>
  )
}
