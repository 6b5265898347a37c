import type { Services } from '../services.ts'
import type { DemoActors } from './demo-actors.ts'
import type { DemoPerson } from './people.ts'
import type { StoryClock } from './times.ts'

/** What the steps of one story work with. */
export interface Scene {
  /** Act at the time of `clock`. */
  readonly services: Services
  readonly clock: StoryClock
  readonly actors: DemoActors
  readonly person: DemoPerson
  readonly expiresOn: string
}

/** Where everybody seems to sit: addresses that are reserved for documentation (RFC 5737). */
export const addresses = {
  seisaku: '203.0.113.24',
  haishin: '198.51.100.7',
  admin: '192.0.2.10',
  superadmin: '192.0.2.11',
} as const satisfies Record<keyof DemoActors, string>
