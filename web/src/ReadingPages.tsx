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

/** The pages that everybody may read, each code of its own; the frame stays while one follows the other. */
export function ReadingPages() {
  const address = useRouterState({
    // The routes below this one are made of the list that `pages` covers.
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
