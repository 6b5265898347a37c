import type { Delivery } from '@kyc/contract/deliveries.ts'
import { settingsFor } from '@kyc/server/testing/app/partners.ts'
import { type PartnerDouble, startPartner } from '@kyc/server/testing/doubles/partner-double.ts'
import { type HttpsSite, startHttpsSite } from './https-site.ts'
import { expectProvider, type RegisteredPartner, registerPartner, signInByCall } from './kyc.ts'
import { newDataDir, type Product, removeDataDir, startProduct } from './product.ts'
import { answerOf } from './records.ts'
import { test as base } from './test.ts'

/** A partner with an HTTPS server, and a product of its own that may call it. */
export interface HttpsPartner extends RegisteredPartner {
  readonly site: HttpsSite
  /** Another server that callbacks could reach; nobody has any business there. */
  readonly canary: PartnerDouble
  readonly product: () => Product
  /** Ends the product as kill -9 does and starts it again at the same address on the same data. */
  killAndRestart(): Promise<void>
  /** What a superadmin sees of a delivery. */
  delivery(webhookId: string): Promise<Delivery | undefined>
}

interface WorkerFixtures {
  /** The demo records are made once for all journeys of a worker. */
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
            return (await answerOf<Delivery[]>(all)).find(({ id }) => id === webhookId)
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
  // The browser does not know the partner's authority; the product must, and checks it.
  ignoreHTTPSErrors: true,
})
