import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
} from '@tanstack/react-router'
import {
  auditLogSearch,
  authActionSearch,
  loginSearch,
  parseSearch,
  performerListSearch,
  ssoCallbackSearch,
  stringifySearch,
  userListSearch,
} from './search.ts'
import { SessionEvents } from './session/SessionEvents.tsx'
import { PageAnalytics } from './shell/PageAnalytics.tsx'
import { PageFailure } from './shell/PageFailure.tsx'

/**
 * Every page of spec §2. Pages behind the guard have ids that begin with `/signed-in`, such as
 * `/signed-in/performers/$id` for `useParams({ from })`, all others with `/public`. Each page is code of its own, fetched on hover.
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

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: lazyRouteComponent(() => import('./shell/GuardedShell.tsx'), 'GuardedShell'),
})

const dashboardPage = lazyRouteComponent(
  () => import('./features/dashboard/DashboardPage.tsx'),
  'DashboardPage',
)
const registerPage = lazyRouteComponent(
  () => import('./features/performers/RegisterPage.tsx'),
  'RegisterPage',
)

const signedInPages = [
  createRoute({ getParentRoute: () => signedInRoute, path: '/', component: dashboardPage }),
  createRoute({ getParentRoute: () => signedInRoute, path: '/dashboard', component: dashboardPage }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/performers',
    validateSearch: performerListSearch,
    component: lazyRouteComponent(
      () => import('./features/performers/PerformerListPage.tsx'),
      'PerformerListPage',
    ),
  }),
  createRoute({ getParentRoute: () => signedInRoute, path: '/performers/add', component: registerPage }),
  createRoute({ getParentRoute: () => signedInRoute, path: '/add-performer', component: registerPage }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/performers/$id',
    component: lazyRouteComponent(() => import('./features/performers/PerformerPage.tsx'), 'PerformerPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/audit-logs',
    validateSearch: auditLogSearch,
    component: lazyRouteComponent(() => import('./features/audit/AuditLogPage.tsx'), 'AuditLogPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/users',
    validateSearch: userListSearch,
    component: lazyRouteComponent(() => import('./features/users/UsersPage.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/account',
    component: lazyRouteComponent(() => import('./features/account/AccountPage.tsx'), 'AccountPage'),
  }),
] as const

const routeTree = rootRoute.addChildren([
  publicRoute.addChildren([loginRoute, passwordResetRoute, inviteRoute, ...providerPages]),
  signedInRoute.addChildren(signedInPages),
])

/** Hovering a link fetches the code of its page and never a record (D38): routes have no loaders. */
export function createAppRouter() {
  return createRouter({
    routeTree,
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
