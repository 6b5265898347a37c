import { build } from '@kyc/contract/limits.ts'
import { type ClientConfig, getConfig } from '@kyc/contract/system.ts'
import type { Config } from '../../platform/config.ts'
import { type Binding, bind } from '../../platform/http/requests/binding.ts'
import { demoAccounts, demoPassword } from './demo-accounts.ts'

/** `GET /api/config`: the settings that the browser needs before sign-in (D46). */
export function configRoutes({ config }: { readonly config: Config }): Binding[] {
  const body = clientConfig(config)
  return [bind(getConfig, async () => ({ body }))]
}

/** The settings of spec §3; the rest of the configuration is private to the server. */
function clientConfig(config: Config): ClientConfig {
  return {
    apiBase: '/api',
    websocketPath: '/ws',
    mockApi: false,
    environment: config.production ? 'production' : build.environment,
    secureCookies: config.secureCookies,
    requireHttps: true,
    analytics: config.analytics,
    emulator: config.firebase?.access.kind === 'emulator',
    build: { version: build.version, date: build.date },
    demo: config.demo,
    demoAccounts: config.demo
      ? Object.values(demoAccounts).map((account) => ({ ...account, password: demoPassword }))
      : [],
    firebase: config.firebase && {
      apiKey: config.firebase.apiKey,
      authDomain: config.firebase.authDomain,
      projectId: config.firebase.projectId,
    },
  }
}
