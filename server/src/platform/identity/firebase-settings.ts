import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Environment, isLoopback } from '../settings/environment.ts'
import { Secret } from '../settings/secret.ts'

/** The settings of the identity provider. */
export interface FirebaseSettings {
  /** These three are public: they are sent to the browser. */
  readonly apiKey: string
  readonly authDomain: string
  readonly projectId: string
  readonly access:
    | { readonly kind: 'google'; readonly credentials: FirebaseCredentials }
    /** Demo mode only. Without a host, the server starts its own emulator. */
    | { readonly kind: 'emulator'; readonly host: string | undefined }
}

/** A service account, or the default credentials of a machine at Google. */
type FirebaseCredentials = Secret<ServiceAccount> | 'application-default'

interface ServiceAccount {
  readonly projectId: string
  readonly clientEmail: string
  readonly privateKey: string
}

const names = ['FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN', 'FIREBASE_PROJECT_ID'] as const
const emulatorVariable = 'FIREBASE_AUTH_EMULATOR_HOST'

/** The settings of the provider. Without any, demo mode uses an emulator, and other modes have no provider. */
export function readFirebase(env: Environment, demo: boolean): FirebaseSettings | null {
  const emulator = env.text(emulatorVariable)
  if (emulator !== undefined && !demo) {
    // With the variable set, the provider's library accepts unsigned tokens.
    env.fault(`${emulatorVariable} must not be set outside demo mode.`)
  }
  if (emulator !== undefined && !isLoopback(emulator.replace(/:\d+$/, ''))) {
    env.fault(`${emulatorVariable} must be on this machine, such as 127.0.0.1:9099, not "${emulator}".`)
  }
  const wanted = emulator === undefined ? [...names, 'FIREBASE_CREDENTIALS'] : names
  const missing = wanted.filter((name) => env.text(name) === undefined)
  if (missing.length === wanted.length) return demo ? demoProvider(emulator) : null
  if (missing.length > 0) env.fault(`FIREBASE_* belong together: ${missing.join(' and ')} is missing.`)
  const [apiKey = '', authDomain = '', projectId = ''] = names.map((name) => env.text(name))
  const access =
    emulator === undefined
      ? ({ kind: 'google', credentials: readCredentials(env, projectId) } as const)
      : ({ kind: 'emulator', host: emulator } as const)
  return Object.freeze({ apiKey, authDomain, projectId, access: Object.freeze(access) })
}

function demoProvider(host: string | undefined): FirebaseSettings {
  // Google reserves the prefix demo-, so no request can reach a real project.
  const project = { apiKey: 'demo', authDomain: 'localhost', projectId: 'demo-kyc' }
  return Object.freeze({ ...project, access: Object.freeze({ kind: 'emulator', host }) })
}

const serviceAccountFile = z.object({
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key: z.string().includes('PRIVATE KEY'),
})

function readCredentials(env: Environment, projectId: string): FirebaseCredentials {
  const text = env.text('FIREBASE_CREDENTIALS')
  // A missing variable has been reported by the caller.
  if (text === undefined || text === 'application-default') return 'application-default'
  const account = parseAccount(text.startsWith('{') ? text : readText(env.path('FIREBASE_CREDENTIALS', '')))
  if (!account)
    env.fault('FIREBASE_CREDENTIALS must be the file of a service account, its JSON, or application-default.')
  if (account && projectId !== '' && account.projectId !== projectId) {
    env.fault(`FIREBASE_CREDENTIALS belongs to the project ${account.projectId}, not to FIREBASE_PROJECT_ID.`)
  }
  return account ? new Secret(account) : 'application-default'
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // reported with the same fault as a file with other content
  }
}

function parseAccount(text: string): ServiceAccount | undefined {
  try {
    const { project_id, client_email, private_key } = serviceAccountFile.parse(JSON.parse(text))
    return { projectId: project_id, clientEmail: client_email, privateKey: private_key }
  } catch {
    return undefined // errors of JSON.parse and the schema would quote the key
  }
}
