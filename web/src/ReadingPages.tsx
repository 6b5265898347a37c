import { useRouterState } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import type { publicPages } from './paths.ts'
import { ReadingFrame } from './shell/ReadingFrame.tsx'

type Address = (typeof publicPages)[number]['href']

const pages: Record<Address, ComponentType> = {
  '/faqs': lazy(async () => ({ default: (await import('./features/policies/FaqPage.tsx')).FaqPage })),
  '/terms': lazy(async () => ({ default: (await import('./features/policies/TermsPage.tsx')).TermsPage })),
  '/privacy': lazy(async () => ({
    default: (await import('./features/policies/PrivacyPage.tsx')).PrivacyPage,
  })),
  '/cancellation': lazy(async () => ({
    default: (await import('./features/policies/CancellationPage.tsx')).CancellationPage,
  })),
  '/contact': lazy(async () => ({
    default: (await import('./features/contact/ContactPage.tsx')).ContactPage,
  })),
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
      <Suspense>
        <Page />
      </Suspense>
    </ReadingFrame>
  )
}
