import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

/** The addresses of a name; none where it has none. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<string[]>

/**
 * Asks the name servers for a host's addresses, the older kind first. They alone are asked, neither the hosts file
 * nor search domains, which name what is near; and a slow one holds up none of the threads that files are read with.
 */
export async function resolveHost(host: string, signal: AbortSignal): Promise<string[]> {
  if (isIP(host) !== 0) return [host]
  if (host === 'localhost') return ['127.0.0.1', '::1'] // RFC 6761
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
