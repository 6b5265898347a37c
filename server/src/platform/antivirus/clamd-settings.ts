import type { Environment } from '../settings/environment.ts'
import type { ClamdAddress } from './clamd.ts'

const port = 3310

/** CLAMD_URL: `tcp://host:3310`, or `unix:/path` of a socket; null: uploads are not scanned. */
export function readClamd(env: Environment): ClamdAddress | null {
  const url = env.url('CLAMD_URL', ['tcp:', 'unix:'])
  if (!url) return null
  if (url.protocol === 'unix:' && url.host === '' && url.pathname.startsWith('/')) {
    return Object.freeze({ path: decodeURIComponent(url.pathname) })
  }
  const bare = url.username === '' && ['', '/'].includes(url.pathname) && url.search === '' && url.hash === ''
  if (url.protocol === 'tcp:' && url.hostname !== '' && bare) {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    return Object.freeze({ host, port: Number(url.port || port) })
  }
  env.fault('CLAMD_URL must be an address such as tcp://localhost:3310 or unix:/run/clamav/clamd.ctl.')
  return null
}
