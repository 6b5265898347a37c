import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
} from '@tanstack/react-router'
import { publicPages } from './paths.ts'
import {
  auditLogSearch,
  authActionSearch,
  inquiryListSearch,
  kycSearch,
  loginSearch,
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
  component: lazyRouteComponent(() => import('./shell/PublicFrame.tsx'), 'PublicFrame'),
})

const loginRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/login',
  validateSearch: loginSearch,
  component: lazyRouteComponent(() => import('./features/sign-in/LoginPage.tsx'), 'LoginPage'),
})

/** Single sign-on with the sister service's accounts (spec §2, D31). */
const providerPages = [
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/firebase-login',
    component: lazyRouteComponent(
      () => import('./features/sign-in/provider/FirebaseLoginPage.tsx'),
      'FirebaseLoginPage',
    ),
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/sso-callback',
    validateSearch: ssoCallbackSearch,
    component: lazyRouteComponent(
      () => import('./features/sign-in/provider/SsoCallbackPage.tsx'),
      'SsoCallbackPage',
    ),
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/auth/action',
    validateSearch: authActionSearch,
    component: lazyRouteComponent(
      () => import('./features/sign-in/provider/AuthActionPage.tsx'),
      'AuthActionPage',
    ),
  }),
] as const

const kycRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/kyc/register',
  validateSearch: kycSearch,
  component: lazyRouteComponent(() => import('./features/kyc/KycRegisterPage.tsx'), 'KycRegisterPage'),
})

const passwordResetRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/password-reset',
  component: lazyRouteComponent(
    () => import('./features/sign-in/PasswordResetPage.tsx'),
    'PasswordResetPage',
  ),
})

const inviteRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/invite',
  component: lazyRouteComponent(() => import('./features/sign-in/InvitePage.tsx'), 'InvitePage'),
})

const verifyEmailRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/verify-email',
  component: lazyRouteComponent(() => import('./features/sign-in/VerifyEmailPage.tsx'), 'VerifyEmailPage'),
})

/**
 * Pages that need no sign-in (spec §2). ReadingPages selects the page by its path: listing the files here
 * would add their chunk URLs to the first load.
 */
const readingRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'reading',
  component: lazyRouteComponent(() => import('./ReadingPages.tsx'), 'ReadingPages'),
})

const readingPages = publicPages.map(({ href }) =>
  createRoute({ getParentRoute: () => readingRoute, path: href }),
)

/** The chunk URLs of these pages are in a chunk of their own, so that the login page does not load them. */
const signedIn = () => import('./signed-in-pages.ts')

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: lazyRouteComponent(() => import('./SignedInShell.tsx'), 'SignedInShell'),
})

const dashboardPage = lazyRouteComponent(async () => (await signedIn()).dashboardPage(), 'DashboardPage')
const registration = {
  validateSearch: registrationSearch,
  component: lazyRouteComponent(async () => (await signedIn()).registrationRoute(), 'RegistrationRoute'),
} as const

/** Videos and their performers (D23). */
const videoPages = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/videos',
    validateSearch: videoListSearch,
    component: lazyRouteComponent(async () => (await signedIn()).videoListPage(), 'VideoListPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/videos/$id',
    validateSearch: videoSearch,
    component: lazyRouteComponent(async () => (await signedIn()).videoPage(), 'VideoPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/videos/$id/performers/add',
    validateSearch: videoListSearch,
    component: lazyRouteComponent(async () => (await signedIn()).addPerformersPage(), 'AddPerformersPage'),
  }),
] as const

const signedInPages = [
  createRoute({ getParentRoute: () => signedInRoute, path: '/', component: dashboardPage }),
  createRoute({ getParentRoute: () => signedInRoute, path: '/dashboard', component: dashboardPage }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/performers',
    validateSearch: performerListSearch,
    component: lazyRouteComponent(async () => (await signedIn()).performerListPage(), 'PerformerListPage'),
  }),
  createRoute({ getParentRoute: () => signedInRoute, path: '/performers/add', ...registration }),
  createRoute({ getParentRoute: () => signedInRoute, path: '/add-performer', ...registration }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/performers/$id',
    component: lazyRouteComponent(async () => (await signedIn()).performerPage(), 'PerformerPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/audit-logs',
    validateSearch: auditLogSearch,
    component: lazyRouteComponent(async () => (await signedIn()).auditLogPage(), 'AuditLogPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/users',
    validateSearch: userListSearch,
    component: lazyRouteComponent(async () => (await signedIn()).usersPage(), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/partners',
    validateSearch: partnerListSearch,
    component: lazyRouteComponent(async () => (await signedIn()).partnersPage(), 'PartnersPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/partners/$id',
    validateSearch: partnerSearch,
    component: lazyRouteComponent(async () => (await signedIn()).partnerPage(), 'PartnerPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/account',
    component: lazyRouteComponent(async () => (await signedIn()).accountPage(), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/inquiries',
    validateSearch: inquiryListSearch,
    component: lazyRouteComponent(async () => (await signedIn()).inquiriesPage(), 'InquiriesPage'),
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
  signedInRoute.addChildren([...signedInPages, ...videoPages]),
])

/** Hovering a link preloads the code of its page but no record (D38): routes have no loaders. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    history: createBrowserHistory(),
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
