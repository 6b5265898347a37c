import { Outlet, useLocation } from '@tanstack/react-router'
import { ReadingFrame } from './shell/ReadingFrame.tsx'

/** Frame of the pages that need no sign-in (spec §2). It stays mounted when the page changes. */
export function ReadingPages() {
  const { pathname } = useLocation()
  return (
    <ReadingFrame page={pathname}>
      <Outlet />
    </ReadingFrame>
  )
}

/** Loads the code of each page. This list is a chunk of its own, fetched with the frame. */
export const readingPages = {
  '/faqs': () => import('./features/policies/FaqPage.tsx').then((m) => m.FaqPage),
  '/terms': () => import('./features/policies/TermsPage.tsx').then((m) => m.TermsPage),
  '/privacy': () => import('./features/policies/PrivacyPage.tsx').then((m) => m.PrivacyPage),
  '/cancellation': () => import('./features/policies/CancellationPage.tsx').then((m) => m.CancellationPage),
  '/contact': () => import('./features/inquiries/ContactPage.tsx').then((m) => m.ContactPage),
  '/developers': () => import('./features/developers/DevelopersPage.tsx').then((m) => m.DevelopersPage),
} as const

/** The performer's own page (D66) has another frame; its list is here so that the login page does not load it. */
export const submissionPage = () =>
  import('./features/performer-links/SubmissionPage.tsx').then((m) => m.SubmissionPage)
