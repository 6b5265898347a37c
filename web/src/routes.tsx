import {
  type AnyRoute,
  type AnyRouter,
  type AnyValidator,
  type Constrain,
  createLazyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  type DefaultValidator,
  Navigate,
  Outlet,
  type RouteComponent,
  type RouterHistory,
  type SearchMiddleware,
} from '@tanstack/react-router'
import { LoginPage } from './features/sign-in/LoginPage.tsx'
import * as pages from './lazy-pages.ts'
import type { OrganisationSearch, publicPages } from './paths.ts'
import {
  auditLogSearch,
  authActionSearch,
  campaignSearch,
  cursorSearch,
  inquiryListSearch,
  kycSearch,
  leakSearch,
  loginSearch,
  organisationSearch,
  parseSearch,
  partnerSearch,
  performerListSearch,
  readingSearch,
  registrationSearch,
  rehearsalSearch,
  reviewSearch,
  sealedListSearch,
  ssoCallbackSearch,
  stringifySearch,
  takedownListSearch,
  templateSearch,
  userListSearch,
  videoListSearch,
  videoSearch,
} from './search.ts'
import { SessionEvents } from './session/SessionEvents.tsx'
import { PageAnalytics } from './shell/PageAnalytics.tsx'
import { PageFailure } from './shell/PageFailure.tsx'
import { PublicFrame } from './shell/PublicFrame.tsx'

type Component = () => Promise<RouteComponent>

// Typed, because the type of a page depends on the routes.
const loginPage: RouteComponent = LoginPage
const firebaseLoginPage: Component = () =>
  import('./features/sign-in/provider/FirebaseLoginPage.tsx').then((m) => m.FirebaseLoginPage)
const ssoCallbackPage: Component = () =>
  import('./features/sign-in/provider/SsoCallbackPage.tsx').then((m) => m.SsoCallbackPage)
const authActionPage: Component = () =>
  import('./features/sign-in/provider/AuthActionPage.tsx').then((m) => m.AuthActionPage)
const kycRegisterPage: Component = () =>
  import('./features/partners/kyc/KycRegisterPage.tsx').then((m) => m.KycRegisterPage)
const passwordResetPage: Component = () =>
  import('./features/sign-in/PasswordResetPage.tsx').then((m) => m.PasswordResetPage)
const invitePage: Component = () => import('./features/sign-in/InvitePage.tsx').then((m) => m.InvitePage)
const verifyEmailPage: Component = () =>
  import('./features/sign-in/VerifyEmailPage.tsx').then((m) => m.VerifyEmailPage)
const readingFrame: Component = () => import('./ReadingPages.tsx').then((m) => m.ReadingPages)
const faqPage: Component = () => import('./features/policies/FaqPage.tsx').then((m) => m.FaqPage)
const termsPage: Component = () => import('./features/policies/TermsPage.tsx').then((m) => m.TermsPage)
const privacyPage: Component = () => import('./features/policies/PrivacyPage.tsx').then((m) => m.PrivacyPage)
const cancellationPage: Component = () =>
  import('./features/policies/CancellationPage.tsx').then((m) => m.CancellationPage)
const contactPage: Component = () => import('./features/inquiries/ContactPage.tsx').then((m) => m.ContactPage)
const developersPage: Component = () =>
  import('./features/developers/DevelopersPage.tsx').then((m) => m.DevelopersPage)
const submissionPage: Component = () =>
  import('./features/performer-links/SubmissionPage.tsx').then((m) => m.SubmissionPage)
const noticePage: Component = () =>
  import('./features/takedowns/notice/NoticePage.tsx').then((m) => m.NoticePage)
const packPage: Component = () =>
  import('./features/packs/recipient/RecipientPage.tsx').then((m) => m.RecipientPage)
const myPage: Component = () => import('./features/signings/my/MyPage.tsx').then((m) => m.MyPage)
const verifyContractPage: Component = () =>
  import('./features/signings/VerifyContractPage.tsx').then((m) => m.VerifyContractPage)
const signedInShell: Component = () => import('./SignedInShell.tsx').then((m) => m.SignedInShell)

/**
 * Every page of spec §2. Route ids begin with `/signed-in` for pages behind the guard
 * (`/signed-in/performers/$id` in `useParams({ from })`), with `/reading` for policies and the contact form,
 * and with `/public` for all others. Each page is loaded with its first visit, or when a link to it
 * is hovered.
 */
const rootRoute = createRootRoute({
  component: () => (
    <>
      <SessionEvents />
      <PageAnalytics />
      <Outlet />
    </>
  ),
  notFoundComponent: () => <Navigate to="/" replace />,
})

const publicRoute = createRoute({ getParentRoute: () => rootRoute, id: 'public', component: PublicFrame })

function publicPage<const Path extends string, Validator = undefined>(
  path: Path,
  load: Component,
  validateSearch?: Constrain<Validator, AnyValidator, DefaultValidator>,
) {
  return createRoute({ getParentRoute: () => publicRoute, path, validateSearch }).lazy(component(load))
}

/** The first page of most visits: loaded with the program itself. */
const loginRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/login',
  validateSearch: loginSearch,
  component: loginPage,
})

/** Single sign-on with the sister service's accounts (D31). */
const providerPages = [
  publicPage('/firebase-login', firebaseLoginPage),
  publicPage('/sso-callback', ssoCallbackPage, ssoCallbackSearch),
  publicPage('/auth/action', authActionPage, authActionSearch),
] as const

const kycRoute = publicPage('/kyc/register', kycRegisterPage, kycSearch)

const mailedPages = [
  publicPage('/password-reset', passwordResetPage),
  publicPage('/invite', invitePage),
  publicPage('/verify-email', verifyEmailPage),
] as const

const verifyContractRoute = publicPage('/verify-contract', verifyContractPage)

/** The selected organisation stays selected on the way through the pages, unless a link removes it explicitly. */
const keepOrganisation: SearchMiddleware<OrganisationSearch> = ({ search, next }) => ({
  organisation: search.organisation,
  ...next(search),
})

const readingRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'reading',
  validateSearch: readingSearch,
  // Signed-in accounts return from these pages to the organisation that they had selected.
  search: { middlewares: [keepOrganisation] },
}).lazy(component(readingFrame))

function readingPage<const Path extends (typeof publicPages)[number]['href']>(path: Path, load: Component) {
  return createRoute({ getParentRoute: () => readingRoute, path }).lazy(component(load))
}

/** Pages that need no sign-in. */
const readingPages = [
  readingPage('/faqs', faqPage),
  readingPage('/terms', termsPage),
  readingPage('/privacy', privacyPage),
  readingPage('/cancellation', cancellationPage),
  readingPage('/contact', contactPage),
  readingPage('/developers', developersPage),
] as const

/** The performer's own pages have a frame of their own: no menu, two languages (D66, D104). */
const submissionRoute = createRoute({ getParentRoute: () => rootRoute, path: '/p' }).lazy(
  component(submissionPage),
)
const myRoute = createRoute({ getParentRoute: () => rootRoute, path: '/my' }).lazy(component(myPage))

/** The public form for requests to take a title down, in two languages, too (D108). */
const noticeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/takedown' }).lazy(
  component(noticePage),
)

/** The page of the recipients of a pack (D109). */
const packRoute = createRoute({ getParentRoute: () => rootRoute, path: '/packs' }).lazy(component(packPage))

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  validateSearch: organisationSearch,
  search: { middlewares: [keepOrganisation] },
}).lazy(component(signedInShell))

function signedInPage<const Path extends string, Validator = undefined>(
  path: Path,
  load: Component,
  validateSearch?: Constrain<Validator, AnyValidator, DefaultValidator>,
) {
  return createRoute({ getParentRoute: () => signedInRoute, path, validateSearch }).lazy(component(load))
}

/** The form has two addresses. */
const registrationRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'registration',
  validateSearch: registrationSearch,
}).lazy(component(pages.registrationPage))
const registrationPages = (['/performers/add', '/add-performer'] as const).map((path) =>
  createRoute({ getParentRoute: () => registrationRoute, path }),
)

/** The review desk (D21); the page stays while the case in the path changes. */
const reviewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'review',
  validateSearch: reviewSearch,
}).lazy(component(pages.reviewPage))
const reviewPages = (['/review', '/review/$id'] as const).map((path) =>
  createRoute({ getParentRoute: () => reviewRoute, path }),
)

const videoPages = [
  signedInPage('/review/papers', pages.papersPage),
  signedInPage('/videos', pages.videoListPage, videoListSearch),
  signedInPage('/videos/rehearsal', pages.rehearsalPage, rehearsalSearch),
  signedInPage('/videos/import', pages.importFactsPage),
  signedInPage('/videos/$id', pages.videoPage, videoSearch),
  signedInPage('/videos/$id/signings/$performerId', pages.signingPage),
  signedInPage('/videos/$id/performers/add', pages.addPerformersPage, cursorSearch),
] as const

const signedInPages = [
  signedInPage('/', pages.dashboardPage),
  signedInPage('/dashboard', pages.dashboardPage),
  signedInPage('/performers', pages.performerListPage, performerListSearch),
  signedInPage('/performers/import', pages.importPage),
  signedInPage('/performers/$id', pages.performerPage),
  signedInPage('/shared-videos', pages.sharedVideoListPage, cursorSearch),
  signedInPage('/shared-videos/$id', pages.sharedVideoPage),
  signedInPage('/evidence', pages.evidencePage, cursorSearch),
  signedInPage('/campaigns', pages.campaignListPage, cursorSearch),
  signedInPage('/campaigns/$id', pages.campaignPage, campaignSearch),
  signedInPage('/takedowns', pages.takedownListPage, takedownListSearch),
  signedInPage('/takedowns/$id', pages.takedownPage),
  signedInPage('/audit-logs', pages.auditLogPage, auditLogSearch),
  signedInPage('/audit-logs/leaks', pages.leakStartPage, leakSearch),
  signedInPage('/audit-logs/leaks/$id', pages.leakPage, cursorSearch),
  signedInPage('/users', pages.usersPage, userListSearch),
  signedInPage('/partners', pages.partnersPage, cursorSearch),
  signedInPage('/partners/$id', pages.partnerPage, partnerSearch),
  signedInPage('/account', pages.accountPage),
  signedInPage('/organisation', pages.organisationPage),
  signedInPage('/organisation/templates', pages.templatesPage),
  signedInPage('/organisation/templates/$id', pages.templatePage, templateSearch),
  signedInPage('/inquiries', pages.inquiriesPage, inquiryListSearch),
  signedInPage('/sealed', pages.sealedListPage, sealedListSearch),
  signedInPage('/sealed/$id', pages.sealedPage),
  signedInPage('/subject-requests', pages.subjectRequestsPage, inquiryListSearch),
] as const

const routeTree = rootRoute.addChildren([
  publicRoute.addChildren([loginRoute, ...mailedPages, verifyContractRoute, kycRoute, ...providerPages]),
  submissionRoute,
  noticeRoute,
  packRoute,
  myRoute,
  readingRoute.addChildren(readingPages),
  signedInRoute.addChildren([
    ...signedInPages,
    ...videoPages,
    registrationRoute.addChildren(registrationPages),
    reviewRoute.addChildren(reviewPages),
  ]),
])

/**
 * The component of a route, as a function for its `lazy`. If it cannot be loaded, the route shows its error component,
 * the frame and other pages remain, and the next visit tries again (D52).
 */
function component(load: Component) {
  return async () => createLazyRoute<AnyRouter, string, AnyRoute>('')({ component: await load() })
}

/** Hovering a link preloads the code of its page but no record (D38): routes have no loaders. */
export function createAppRouter(history: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultErrorComponent: PageFailure,
    notFoundMode: 'root',
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
