import type { RouteComponent } from '@tanstack/react-router'

// Loads the code of each page that needs a sign-in. Typed, because the type of a page depends on the routes.

type Component = () => Promise<RouteComponent>

export const dashboardPage: Component = () =>
  import('./features/dashboard/DashboardPage.tsx').then((m) => m.DashboardPage)
export const registrationPage: Component = () =>
  import('./features/videos/RegistrationRoute.tsx').then((m) => m.RegistrationRoute)
export const reviewPage: Component = () =>
  import('./features/review/desk/ReviewPage.tsx').then((m) => m.ReviewPage)
export const papersPage: Component = () =>
  import('./features/videos/papers/PaperDesk.tsx').then((m) => m.PaperDesk)
export const videoListPage: Component = () =>
  import('./features/videos/VideoListPage.tsx').then((m) => m.VideoListPage)
export const rehearsalPage: Component = () =>
  import('./features/videos/gate/RehearsalPage.tsx').then((m) => m.RehearsalPage)
export const importFactsPage: Component = () =>
  import('./features/videos/import/ImportFactsPage.tsx').then((m) => m.ImportFactsPage)
export const videoPage: Component = () => import('./features/videos/VideoPage.tsx').then((m) => m.VideoPage)
export const addPerformersPage: Component = () =>
  import('./features/videos/AddPerformersPage.tsx').then((m) => m.AddPerformersPage)
export const performerListPage: Component = () =>
  import('./features/performers/PerformerListPage.tsx').then((m) => m.PerformerListPage)
export const importPage: Component = () =>
  import('./features/performers/bulk/ImportPage.tsx').then((m) => m.ImportPage)
export const performerPage: Component = () =>
  import('./features/performers/PerformerPage.tsx').then((m) => m.PerformerPage)
export const evidencePage: Component = () =>
  import('./features/packs/EvidencePage.tsx').then((m) => m.EvidencePage)
export const campaignListPage: Component = () =>
  import('./features/campaigns/CampaignListPage.tsx').then((m) => m.CampaignListPage)
export const campaignPage: Component = () =>
  import('./features/campaigns/CampaignPage.tsx').then((m) => m.CampaignPage)
export const sharedVideoListPage: Component = () =>
  import('./features/shares/SharedVideoListPage.tsx').then((m) => m.SharedVideoListPage)
export const sharedVideoPage: Component = () =>
  import('./features/shares/SharedVideoPage.tsx').then((m) => m.SharedVideoPage)
export const takedownListPage: Component = () =>
  import('./features/takedowns/TakedownListPage.tsx').then((m) => m.TakedownListPage)
export const takedownPage: Component = () =>
  import('./features/takedowns/TakedownPage.tsx').then((m) => m.TakedownPage)
export const leakStartPage: Component = () =>
  import('./features/audit/LeakStartPage.tsx').then((m) => m.LeakStartPage)
export const leakPage: Component = () => import('./features/audit/LeakPage.tsx').then((m) => m.LeakPage)
export const auditLogPage: Component = () =>
  import('./features/audit/AuditLogPage.tsx').then((m) => m.AuditLogPage)
export const usersPage: Component = () => import('./features/users/UsersPage.tsx').then((m) => m.UsersPage)
export const partnersPage: Component = () =>
  import('./features/partners/PartnersPage.tsx').then((m) => m.PartnersPage)
export const partnerPage: Component = () =>
  import('./features/partners/PartnerPage.tsx').then((m) => m.PartnerPage)
export const accountPage: Component = () =>
  import('./features/account/AccountPage.tsx').then((m) => m.AccountPage)
export const organisationPage: Component = () =>
  import('./features/organisations/OrganisationPage.tsx').then((m) => m.OrganisationPage)
export const inquiriesPage: Component = () =>
  import('./features/inquiries/InquiriesPage.tsx').then((m) => m.InquiriesPage)
export const sealedListPage: Component = () =>
  import('./features/performers/sealed/SealedListPage.tsx').then((m) => m.SealedListPage)
export const sealedPage: Component = () =>
  import('./features/performers/sealed/SealedPage.tsx').then((m) => m.SealedPage)
export const subjectRequestsPage: Component = () =>
  import('./features/subjects/SubjectRequestsPage.tsx').then((m) => m.SubjectRequestsPage)
export const signingPage: Component = () =>
  import('./features/signings/organisation/SigningPage.tsx').then((m) => m.SigningPage)
export const templatesPage: Component = () =>
  import('./features/signings/templates/TemplatesPage.tsx').then((m) => m.TemplatesPage)
export const templatePage: Component = () =>
  import('./features/signings/templates/TemplatePage.tsx').then((m) => m.TemplatePage)
