import * as deliveries from './deliveries.ts'
import type { Endpoint } from './endpoint.ts'
import * as partnerKeys from './partner-keys.ts'
import * as webhooks from './partner-webhooks.ts'
import * as partners from './partners.ts'

/** The calls of the pages about partners: a part of `endpoints`. The calls of partners’ servers are `partnerEndpoints`. */
export const partnerPageEndpoints: readonly Endpoint[] = [
  partners.listPartners,
  partners.getPartner,
  partners.createPartner,
  partners.updatePartner,
  partners.disablePartner,
  partners.enablePartner,
  partners.rotateKey,
  partners.rotateSecret,
  partners.unlinkPartnerUser,
  partners.endKey,
  partners.endSecret,
  partnerKeys.listApiKeys,
  partnerKeys.createApiKey,
  partnerKeys.rotateApiKey,
  partnerKeys.revokeApiKey,
  webhooks.listWebhooks,
  webhooks.putWebhook,
  webhooks.removeWebhook,
  webhooks.rotateWebhookSecret,
  webhooks.testWebhook,
  webhooks.partnerHealth,
  webhooks.listCalls,
  deliveries.listDeliveries,
  deliveries.resendDelivery,
  partners.stopCallbacks,
  partners.resumeCallbacks,
]
