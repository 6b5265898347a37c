import type { Delivery } from '@kyc/contract/deliveries.ts'
import { settingsFor } from '@kyc/server/testing/app/partners.ts'
import { type PartnerDouble, startPartner } from '@kyc/server/testing/doubles/partner-double.ts'
import { type HttpsSite, startHttpsSite } from './https-site.ts'
import { expectProvider, type RegisteredPartner, registerPartner, signInByCall } from './kyc.ts'
import { newDataDir, type Product, removeDataDir, startProduct } from './product.ts'
import { replyOf } from './records.ts'
import { test as base } from './test.ts'

/** A partner with an HTTPS server, and a separate product that may call it. */
export interface HttpsPartner extends RegisteredPartner {
  readonly site: HttpsSite
  /** Another reachable server that must not receive a call. */
  readonly canary: PartnerDouble
  readonly product: () => Product
  /** Kills the product with SIGKILL and restarts it at the same address with the same data. */
  killAndRestart(): Promise<void>
  /** A delivery as superadmins see it. */
  delivery(webhookId: string): Promise<Delivery | undefined>
}

interface WorkerFixtures {
  /** Shared by the journeys of a worker, because creating the demo records is slow. */
  partner: HttpsPartner
}

export const test = base.extend<object, WorkerFixtures>({
  partner: [
    async ({ playwright }, use) => {
      const site = await startHttpsSite()
      const canary = await startPartner()
      await using settings = await settingsFor(site.double, canary)
      const dataDir = await newDataDir()
      const env = { DEMO: 'on', RATE_API_PER_MINUTE: '100000', ...settings.env }
      let product = await startProduct({ dataDir, env })
      const request = await playwright.request.newContext({ baseURL: product.url })
      try {
        await expectProvider(request)
        await signInByCall(request)
        const registered = await registerPartner(request, site.url)
        await use({
          ...registered,
          site,
          canary,
          product: () => product,
          async killAndRestart() {
            await product.kill()
            product = await startProduct({ dataDir, env: { ...env, PORT: new URL(product.url).port } })
          },
          async delivery(webhookId) {
            const all = await request.get(`/api/partners/${registered.id}/deliveries`)
            return (await replyOf<Delivery[]>(all)).find(({ id }) => id === webhookId)
          },
        })
      } finally {
        await request.dispose()
        await product.stop()
        await removeDataDir(dataDir)
        await Promise.all([site.double.close(), canary.close()])
      }
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ partner }, use) => use(partner.product().url),
  // The browser does not trust the partner's certificate authority; only the product does and verifies the certificate.
  ignoreHTTPSErrors: true,
})
