import type { ComponentType } from 'react'
import { ofOrganisation } from './session/OrganisationGate.tsx'

/**
 * Loads the code of each page that needs a sign-in. This list is a chunk of its own, fetched with the shell.
 */

/** Stated, because the type of a page depends on the routes, which depend on this list. */
type Load = () => Promise<ComponentType>

export const dashboardPage: Load = () =>
  import('./features/dashboard/DashboardPage.tsx').then((m) => ofOrganisation(m.DashboardPage))
export const registrationRoute: Load = () =>
  import('./features/videos/RegistrationRoute.tsx').then((m) => ofOrganisation(m.RegistrationRoute))
export const videoListPage: Load = () =>
  import('./features/videos/VideoListPage.tsx').then((m) => ofOrganisation(m.VideoListPage))
export const videoPage: Load = () => import('./features/videos/VideoPage.tsx').then((m) => m.VideoPage)
export const addPerformersPage: Load = () =>
  import('./features/videos/AddPerformersPage.tsx').then((m) => m.AddPerformersPage)
export const performerListPage: Load = () =>
  import('./features/performers/PerformerListPage.tsx').then((m) => ofOrganisation(m.PerformerListPage))
export const importPage: Load = () =>
  import('./features/performers/bulk/ImportPage.tsx').then((m) => ofOrganisation(m.ImportPage))
export const performerPage: Load = () =>
  import('./features/performers/PerformerPage.tsx').then((m) => m.PerformerPage)
export const reviewPage: Load = () =>
  import('./features/review/desk/ReviewPage.tsx').then((m) => m.ReviewPage)
export const auditLogPage: Load = () =>
  import('./features/audit/AuditLogPage.tsx').then((m) => ofOrganisation(m.AuditLogPage))
export const usersPage: Load = () => import('./features/users/UsersPage.tsx').then((m) => m.UsersPage)
export const partnersPage: Load = () =>
  import('./features/partners/PartnersPage.tsx').then((m) => m.PartnersPage)
export const partnerPage: Load = () =>
  import('./features/partners/PartnerPage.tsx').then((m) => m.PartnerPage)
export const accountPage: Load = () => import('./features/account/AccountPage.tsx').then((m) => m.AccountPage)
export const organisationPage: Load = () =>
  import('./features/organisations/OrganisationPage.tsx').then((m) => m.OrganisationPage)
export const inquiriesPage: Load = () =>
  import('./features/inquiries/InquiriesPage.tsx').then((m) => m.InquiriesPage)
export const sealedListPage: Load = () =>
  import('./features/performers/sealed/SealedListPage.tsx').then((m) => m.SealedListPage)
export const sealedPage: Load = () =>
  import('./features/performers/sealed/SealedPage.tsx').then((m) => m.SealedPage)
export const subjectRequestsPage: Load = () =>
  import('./features/subjects/SubjectRequestsPage.tsx').then((m) => m.SubjectRequestsPage)
