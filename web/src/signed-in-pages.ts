/**
 * Loads the code of each page that needs a sign-in. This list is a chunk of its own, fetched with the shell.
 */

export const dashboardPage = () => import('./features/dashboard/DashboardPage.tsx')
export const registrationRoute = () => import('./features/videos/RegistrationRoute.tsx')
export const videoListPage = () => import('./features/videos/VideoListPage.tsx')
export const videoPage = () => import('./features/videos/VideoPage.tsx')
export const addPerformersPage = () => import('./features/videos/AddPerformersPage.tsx')
export const performerListPage = () => import('./features/performers/PerformerListPage.tsx')
export const performerPage = () => import('./features/performers/PerformerPage.tsx')
export const auditLogPage = () => import('./features/audit/AuditLogPage.tsx')
export const usersPage = () => import('./features/users/UsersPage.tsx')
export const partnersPage = () => import('./features/partners/PartnersPage.tsx')
export const partnerPage = () => import('./features/partners/PartnerPage.tsx')
export const accountPage = () => import('./features/account/AccountPage.tsx')
export const inquiriesPage = () => import('./features/contact/InquiriesPage.tsx')
