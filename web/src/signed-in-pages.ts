/**
 * Loads the code of each page that needs a sign-in. This list is a chunk of its own, fetched with the shell.
 */

export const dashboardPage = () =>
  import('./features/dashboard/DashboardPage.tsx').then((m) => m.DashboardPage)
export const registrationRoute = () =>
  import('./features/videos/RegistrationRoute.tsx').then((m) => m.RegistrationRoute)
export const videoListPage = () => import('./features/videos/VideoListPage.tsx').then((m) => m.VideoListPage)
export const videoPage = () => import('./features/videos/VideoPage.tsx').then((m) => m.VideoPage)
export const addPerformersPage = () =>
  import('./features/videos/AddPerformersPage.tsx').then((m) => m.AddPerformersPage)
export const performerListPage = () =>
  import('./features/performers/PerformerListPage.tsx').then((m) => m.PerformerListPage)
export const performerPage = () =>
  import('./features/performers/PerformerPage.tsx').then((m) => m.PerformerPage)
export const auditLogPage = () => import('./features/audit/AuditLogPage.tsx').then((m) => m.AuditLogPage)
export const usersPage = () => import('./features/users/UsersPage.tsx').then((m) => m.UsersPage)
export const partnersPage = () => import('./features/partners/PartnersPage.tsx').then((m) => m.PartnersPage)
export const partnerPage = () => import('./features/partners/PartnerPage.tsx').then((m) => m.PartnerPage)
export const accountPage = () => import('./features/account/AccountPage.tsx').then((m) => m.AccountPage)
export const inquiriesPage = () => import('./features/contact/InquiriesPage.tsx').then((m) => m.InquiriesPage)
