import {
  type AnyValidator,
  type Constrain,
  createRootRoute,
  createRoute,
  createRouter,
  type DefaultValidator,
  Navigate,
  Outlet,
  type RouterHistory,
  type SearchMiddleware,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { LoginPage } from './features/sign-in/LoginPage.tsx'
import { type OrganisationSearch, publicPages } from './paths.ts'
import {
  auditLogSearch,
  authActionSearch,
  cursorSearch,
  inquiryListSearch,
  kycSearch,
  loginSearch,
  organisationSearch,
  parseSearch,
  partnerSearch,
  performerListSearch,
  readingSearch,
  registrationSearch,
  reviewSearch,
  sealedListSearch,
  ssoCallbackSearch,
  stringifySearch,
  userListSearch,
} from './search.ts'
import { SessionEvents } from './session/SessionEvents.tsx'
import { PageAnalytics } from './shell/PageAnalytics.tsx'
import { PageFailure } from './shell/PageFailure.tsx'
import { PublicFrame } from './shell/PublicFrame.tsx'
import { lazyPage } from './ui/lazy-part.tsx'

/**
 * Every page of spec §2. Route ids begin with `/signed-in` for pages behind the guard
 * (`/signed-in/performers/$id` in `useParams({ from })`), with `/reading` for policies and the contact form,
 * and with `/public` for all others. Each page is a chunk of its own, fetched on hover.
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

const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  component: PublicFrame,
})

function publicPage<const Path extends string, Validator = undefined>(
  path: Path,
  load: () => Promise<ComponentType>,
  validateSearch?: Constrain<Validator, AnyValidator, DefaultValidator>,
) {
  return createRoute({ getParentRoute: () => publicRoute, path, validateSearch, component: lazyPage(load) })
}

const loginRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/login',
  validateSearch: loginSearch,
  component: LoginPage,
})

/** Single sign-on with the sister service's accounts (spec §2, D31). */
const providerPages = [
  publicPage('/firebase-login', () =>
    import('./features/sign-in/provider/FirebaseLoginPage.tsx').then((m) => m.FirebaseLoginPage),
  ),
  publicPage(
    '/sso-callback',
    () => import('./features/sign-in/provider/SsoCallbackPage.tsx').then((m) => m.SsoCallbackPage),
    ssoCallbackSearch,
  ),
  publicPage(
    '/auth/action',
    () => import('./features/sign-in/provider/AuthActionPage.tsx').then((m) => m.AuthActionPage),
    authActionSearch,
  ),
] as const

const kycRoute = publicPage(
  '/kyc/register',
  () => import('./features/partners/kyc/KycRegisterPage.tsx').then((m) => m.KycRegisterPage),
  kycSearch,
)

const passwordResetRoute = publicPage('/password-reset', () =>
  import('./features/sign-in/PasswordResetPage.tsx').then((m) => m.PasswordResetPage),
)

const inviteRoute = publicPage('/invite', () =>
  import('./features/sign-in/InvitePage.tsx').then((m) => m.InvitePage),
)

const verifyEmailRoute = publicPage('/verify-email', () =>
  import('./features/sign-in/VerifyEmailPage.tsx').then((m) => m.VerifyEmailPage),
)

/** The selected organisation stays selected on the way through the pages, unless a link removes it explicitly. */
const keepOrganisation: SearchMiddleware<OrganisationSearch> = ({ search, next }) => ({
  organisation: search.organisation,
  ...next(search),
})

/** The chunk URLs of these pages are in the chunk of their frame, so that the login page does not load them. */
const reading = () => import('./ReadingPages.tsx')

const readingRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'reading',
  validateSearch: readingSearch,
  // Signed-in accounts come back from these pages.
  search: { middlewares: [keepOrganisation] },
  component: lazyPage(async () => (await reading()).ReadingPages),
})

/** Pages that need no sign-in (spec §2). */
const readingPages = publicPages.map(({ href }) =>
  createRoute({
    getParentRoute: () => readingRoute,
    path: href,
    component: lazyPage(async () => (await reading()).readingPages[href]()),
  }),
)

/** The performer's own page has a frame of its own: no menu, two languages (D66). */
const submissionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/p',
  component: lazyPage(async () => (await reading()).submissionPage()),
})

/** The chunk URLs of these pages are in a chunk of their own, so that the login page does not load them. */
const signedIn = () => import('./signed-in-pages.ts')

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  validateSearch: organisationSearch,
  search: { middlewares: [keepOrganisation] },
  component: lazyPage(() => import('./SignedInShell.tsx').then((m) => m.SignedInShell)),
})

function signedInPage<const Path extends string, Validator = undefined>(
  path: Path,
  load: (pages: Awaited<ReturnType<typeof signedIn>>) => Promise<ComponentType>,
  validateSearch?: Constrain<Validator, AnyValidator, DefaultValidator>,
) {
  return createRoute({
    getParentRoute: () => signedInRoute,
    path,
    validateSearch,
    component: lazyPage(async () => load(await signedIn())),
  })
}

const dashboardPage = lazyPage(async () => (await signedIn()).dashboardPage())

/** The form has two addresses (spec §2). */
const registrationRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'registration',
  validateSearch: registrationSearch,
  component: lazyPage(async () => (await signedIn()).registrationRoute()),
})
const registrationPages = (['/performers/add', '/add-performer'] as const).map((path) =>
  createRoute({ getParentRoute: () => registrationRoute, path }),
)

/** The review desk (D21); the page stays while the case in the path changes. */
const reviewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'review',
  validateSearch: reviewSearch,
  component: lazyPage(async () => (await signedIn()).reviewPage()),
})
const reviewPages = (['/review', '/review/$id'] as const).map((path) =>
  createRoute({ getParentRoute: () => reviewRoute, path }),
)

/** Videos and their performers (D23). */
const videoPages = [
  signedInPage('/videos', ({ videoListPage }) => videoListPage(), cursorSearch),
  signedInPage('/videos/$id', ({ videoPage }) => videoPage(), cursorSearch),
  signedInPage('/videos/$id/performers/add', ({ addPerformersPage }) => addPerformersPage(), cursorSearch),
] as const

const signedInPages = [
  createRoute({ getParentRoute: () => signedInRoute, path: '/', component: dashboardPage }),
  createRoute({ getParentRoute: () => signedInRoute, path: '/dashboard', component: dashboardPage }),
  signedInPage('/performers', ({ performerListPage }) => performerListPage(), performerListSearch),
  signedInPage('/performers/import', ({ importPage }) => importPage()),
  signedInPage('/performers/$id', ({ performerPage }) => performerPage()),
  signedInPage('/audit-logs', ({ auditLogPage }) => auditLogPage(), auditLogSearch),
  signedInPage('/users', ({ usersPage }) => usersPage(), userListSearch),
  signedInPage('/partners', ({ partnersPage }) => partnersPage(), cursorSearch),
  signedInPage('/partners/$id', ({ partnerPage }) => partnerPage(), partnerSearch),
  signedInPage('/account', ({ accountPage }) => accountPage()),
  signedInPage('/organisation', ({ organisationPage }) => organisationPage()),
  signedInPage('/inquiries', ({ inquiriesPage }) => inquiriesPage(), inquiryListSearch),
  signedInPage('/sealed', ({ sealedListPage }) => sealedListPage(), sealedListSearch),
  signedInPage('/sealed/$id', ({ sealedPage }) => sealedPage()),
  signedInPage('/subject-requests', ({ subjectRequestsPage }) => subjectRequestsPage(), inquiryListSearch),
] as const

const routeTree = rootRoute.addChildren([
  publicRoute.addChildren([
    loginRoute,
    passwordResetRoute,
    inviteRoute,
    verifyEmailRoute,
    kycRoute,
    ...providerPages,
  ]),
  submissionRoute,
  readingRoute.addChildren(readingPages),
  signedInRoute.addChildren([
    ...signedInPages,
    ...videoPages,
    registrationRoute.addChildren(registrationPages),
    reviewRoute.addChildren(reviewPages),
  ]),
])

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
