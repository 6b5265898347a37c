import { type Environment, isLoopback } from './environment.ts'

/** The networks of the reverse proxies, of which none may contain every client. */
export function readTrustProxy(env: Environment): readonly string[] {
  if (env.text('TRUST_PROXY') === 'none') return []
  const networks = env.networks('TRUST_PROXY')
  const open = networks.filter((network) => network.endsWith('/0'))
  if (open.length > 0) {
    env.fault(`TRUST_PROXY must not contain ${open.join(', ')}: any client could then invent its address.`)
  }
  return networks
}

/** The address of the product, without a path; http on this machine only. */
export function readPublicUrl(env: Environment): URL | undefined {
  const url = env.url('PUBLIC_URL', ['https:', 'http:'])
  if (!url) return undefined
  if (url.href !== `${url.origin}/`) {
    env.fault('PUBLIC_URL must be scheme, host and port only, such as https://kyc.example.com.')
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    env.fault(`PUBLIC_URL must start with https:// because ${url.hostname} is not this machine.`)
  }
  return url
}
