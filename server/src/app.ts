import type { FastifyInstance } from 'fastify'
import { configRoutes } from './features/accounts/config-routes.ts'
import { linksRoutes } from './features/accounts/links/links-routes.ts'
import { ownAccountRoutes } from './features/accounts/own-account/own-account-routes.ts'
import { createGatekeeper, createPageToken } from './features/accounts/sessions/gatekeeper.ts'
import { sessionRoutes } from './features/accounts/sessions/session-routes.ts'
import { signInRoutes } from './features/accounts/sign-in/sign-in-routes.ts'
import { usersRoutes } from './features/accounts/users/users-routes.ts'
import { analyticsRoutes } from './features/analytics/analytics-routes.ts'
import { auditRoutes } from './features/audit/audit-routes.ts'
import { campaignRoutes } from './features/campaigns/campaigns-routes.ts'
import { dashboardRoutes } from './features/dashboard/dashboard-routes.ts'
import { documentRoutes } from './features/documents/documents-routes.ts'
import { countListed } from './features/documents/read/listed-records.ts'
import { alertOfExport } from './features/documents/read/record-view.ts'
import { inquiriesRoutes } from './features/inquiries/inquiries-routes.ts'
import { registerLive } from './features/live/live-route.ts'
import { createHealth } from './features/monitoring/check-parts.ts'
import { organisationRoutes } from './features/organisations/organisations-routes.ts'
import { transferRoutes } from './features/organisations/transfers/transfer-routes.ts'
import { packRoutes } from './features/packs/pack-routes.ts'
import { partnerApiRoutes } from './features/partners/api/partner-api-routes.ts'
import { registerPartnerApi } from './features/partners/api/register-partner-api.ts'
import { deliveriesRoutes } from './features/partners/deliveries/deliveries-routes.ts'
import { registerJwks } from './features/partners/jwks-route.ts'
import { kycRoutes } from './features/partners/kyc/kyc-routes.ts'
import { partnersRoutes } from './features/partners/partners-routes.ts'
import { serverKeysRoutes } from './features/partners/server-keys/server-keys-routes.ts'
import { webhooksRoutes } from './features/partners/webhooks/webhooks-routes.ts'
import { performerLinkRoutes } from './features/performer-links/performer-link-routes.ts'
import { holdRoutes, performerRoutes } from './features/performers/performers-routes.ts'
import { sealedRoutes } from './features/performers/sealed/sealed-routes.ts'
import { relianceRoutes } from './features/reliances/reliance-routes.ts'
import { reviewRoutes } from './features/review/review-routes.ts'
import { partnerTitleRoutes } from './features/shares/partner-titles/partner-title-routes.ts'
import { shareRoutes } from './features/shares/shares-routes.ts'
import { contractKeysRoutes } from './features/signings/contract-keys-routes.ts'
import { performerPageRoutes } from './features/signings/page/page-routes.ts'
import { signingRoutes } from './features/signings/signing-routes.ts'
import { templateRoutes } from './features/signings/templates/template-routes.ts'
import { subjectRoutes } from './features/subjects/subject-routes.ts'
import { takedownRoutes } from './features/takedowns/takedowns-routes.ts'
import { factsRoutes } from './features/videos/facts/facts-routes.ts'
import { gateRoutes } from './features/videos/gate/gate-routes.ts'
import { paperRoutes } from './features/videos/papers/papers-routes.ts'
import { publicationRoutes } from './features/videos/publications/publications-routes.ts'
import { videoRoutes } from './features/videos/videos-routes.ts'
import type { CallChecks } from './platform/http/route.ts'
import { createHealthServer, createHttpServer } from './platform/http/server.ts'
import { providerSources } from './platform/identity/provider-sources.ts'
import type { Services } from './services.ts'

/**
 * Creates the HTTP server with the routes of all features; it does not listen yet. Throws if an endpoint of the
 * contract has no route. In tests, `checks` compares each call with the declaration of its endpoint (D61).
 */
export function createApp(services: Services, checks?: CallChecks): FastifyInstance {
  const app = createHttpServer({
    config: services.config,
    log: services.log,
    observer: services.observer,
    gatekeeper: createGatekeeper(services),
    pageToken: createPageToken(services),
    checks,
    health: createHealth(services),
    stopping: services.stopping.signal,
    sharedLimits: services.sharedLimits,
    pageSources: providerSources(services.config.firebase),
    // On the page of a performer's link, performers photograph their documents (D66).
    cameraPages: ['/p'],
    bindings: [
      ...configRoutes(services),
      ...sessionRoutes(services),
      ...signInRoutes(services),
      ...linksRoutes(services),
      ...usersRoutes(services),
      ...ownAccountRoutes(services),
      ...dashboardRoutes(services),
      ...performerRoutes(services),
      ...holdRoutes(services),
      ...sealedRoutes(services),
      ...documentRoutes(services),
      ...reviewRoutes(services),
      ...videoRoutes(services),
      ...publicationRoutes(services),
      ...factsRoutes(services),
      ...paperRoutes(services),
      ...gateRoutes(services),
      ...takedownRoutes(services),
      ...contractKeysRoutes(services),
      ...subjectRoutes(services),
      ...signingRoutes(services),
      ...packRoutes(services),
      ...relianceRoutes(services),
      ...shareRoutes(services),
      ...campaignRoutes(services),
      ...organisationRoutes(services),
      ...transferRoutes(services),
      ...auditRoutes(services, {
        listed: (actor, page) => countListed(services, actor, page),
        exported: (tx, actor, performers) => alertOfExport(services, tx, actor, performers),
      }),
      ...analyticsRoutes(services),
      ...inquiriesRoutes(services),
      ...partnersRoutes(services),
      ...serverKeysRoutes(services),
      ...deliveriesRoutes(services),
      ...webhooksRoutes(services),
      ...kycRoutes(services),
      ...performerLinkRoutes(services),
      ...performerPageRoutes(services),
      ...templateRoutes(services),
    ],
  })
  registerPartnerApi(app, services, [...partnerApiRoutes(services), ...partnerTitleRoutes(services)], checks)
  registerJwks(app, services)
  registerLive(app, services)
  return app
}

/** Creates the HTTP server of a worker, which serves only its health (D47). */
export function createWorkerApp(services: Services): FastifyInstance {
  const { config, log, stopping } = services
  return createHealthServer({ config, log, health: createHealth(services), stopping: stopping.signal })
}
