import {
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  Outlet,
  type RouterHistory,
  retainSearchParams,
} from '@tanstack/react-router'
import { type OrganisationSearch, publicPages } from './paths.ts'
import {
  auditLogSearch,
  authActionSearch,
  contactSearch,
  inquiryListSearch,
  kycSearch,
  loginSearch,
  organisationSearch,
  parseSearch,
  partnerListSearch,
  partnerSearch,
  performerListSearch,
  registrationSearch,
  ssoCallbackSearch,
  stringifySearch,
  userListSearch,
  videoListSearch,
  videoSearch,
} from './search.ts'
import { SessionEvents } from './session/SessionEvents.tsx'
import { PageAnalytics } from './shell/PageAnalytics.tsx'
import { PageFailure } from './shell/PageFailure.tsx'
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

/** The selected organisation stays selected on the way through the pages. */
const keepsOrganisation = { middlewares: [retainSearchParams<OrganisationSearch>(['organisation'])] }

const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  component: lazyPage(() => import('./shell/PublicFrame.tsx').then((m) => m.PublicFrame)),
})

const loginRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/login',
  validateSearch: loginSearch,
  component: lazyPage(() => import('./features/sign-in/LoginPage.tsx').then((m) => m.LoginPage)),
})

/** Single sign-on with the sister service's accounts (spec §2, D31). */
const providerPages = [
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/firebase-login',
    component: lazyPage(() =>
      import('./features/sign-in/provider/FirebaseLoginPage.tsx').then((m) => m.FirebaseLoginPage),
    ),
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/sso-callback',
    validateSearch: ssoCallbackSearch,
    component: lazyPage(() =>
      import('./features/sign-in/provider/SsoCallbackPage.tsx').then((m) => m.SsoCallbackPage),
    ),
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/auth/action',
    validateSearch: authActionSearch,
    component: lazyPage(() =>
      import('./features/sign-in/provider/AuthActionPage.tsx').then((m) => m.AuthActionPage),
    ),
  }),
] as const

const kycRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/kyc/register',
  validateSearch: kycSearch,
  component: lazyPage(() => import('./features/kyc/KycRegisterPage.tsx').then((m) => m.KycRegisterPage)),
})

const passwordResetRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/password-reset',
  component: lazyPage(() =>
    import('./features/sign-in/PasswordResetPage.tsx').then((m) => m.PasswordResetPage),
  ),
})

const inviteRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/invite',
  component: lazyPage(() => import('./features/sign-in/InvitePage.tsx').then((m) => m.InvitePage)),
})

const verifyEmailRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/verify-email',
  component: lazyPage(() => import('./features/sign-in/VerifyEmailPage.tsx').then((m) => m.VerifyEmailPage)),
})

/** The chunk URLs of these pages are in the chunk of their frame, so that the login page does not load them. */
const reading = () => import('./ReadingPages.tsx')

const readingRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'reading',
  validateSearch: contactSearch,
  search: keepsOrganisation,
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

/** The chunk URLs of these pages are in a chunk of their own, so that the login page does not load them. */
const signedIn = () => import('./signed-in-pages.ts')

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  validateSearch: organisationSearch,
  search: keepsOrganisation,
  component: lazyPage(() => import('./SignedInShell.tsx').then((m) => m.SignedInShell)),
})

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

/** Videos and their performers (D23). */
const videoPages = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/videos',
    validateSearch: videoListSearch,
    component: lazyPage(async () => (await signedIn()).videoListPage()),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/videos/$id',
    validateSearch: videoSearch,
    component: lazyPage(async () => (await signedIn()).videoPage()),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/videos/$id/performers/add',
    validateSearch: videoListSearch,
    component: lazyPage(async () => (await signedIn()).addPerformersPage()),
  }),
] as const

const signedInPages = [
  createRoute({ getParentRoute: () => signedInRoute, path: '/', component: dashboardPage }),
  createRoute({ getParentRoute: () => signedInRoute, path: '/dashboard', component: dashboardPage }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/performers',
    validateSearch: performerListSearch,
    component: lazyPage(async () => (await signedIn()).performerListPage()),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/performers/$id',
    component: lazyPage(async () => (await signedIn()).performerPage()),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/audit-logs',
    validateSearch: auditLogSearch,
    component: lazyPage(async () => (await signedIn()).auditLogPage()),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/users',
    validateSearch: userListSearch,
    component: lazyPage(async () => (await signedIn()).usersPage()),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/partners',
    validateSearch: partnerListSearch,
    component: lazyPage(async () => (await signedIn()).partnersPage()),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/partners/$id',
    validateSearch: partnerSearch,
    component: lazyPage(async () => (await signedIn()).partnerPage()),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/account',
    component: lazyPage(async () => (await signedIn()).accountPage()),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/organisation',
    component: lazyPage(async () => (await signedIn()).organisationPage()),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/inquiries',
    validateSearch: inquiryListSearch,
    component: lazyPage(async () => (await signedIn()).inquiriesPage()),
  }),
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
  readingRoute.addChildren(readingPages),
  signedInRoute.addChildren([
    ...signedInPages,
    ...videoPages,
    registrationRoute.addChildren(registrationPages),
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
