import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { type Role, roles } from '@kyc/contract/accounts.ts'
import { joinDatabaseServer } from './database-server.ts'
import { explainFailure } from './explain-failure.ts'
import { createAccount } from './features/accounts/create-account.ts'
import { readConfig } from './platform/config.ts'
import { loginOf } from './platform/db/database-settings.ts'
import { migrate } from './platform/db/migrate.ts'
import { dropPrivileges } from './platform/drop-privileges.ts'
import { createLog } from './platform/log.ts'
import { Problem } from './platform/problem.ts'
import { StartError } from './platform/start-error.ts'
import { createServices } from './services.ts'

// `npm run user:create`: makes an account from the command line (decision D5), with the settings of the server and
// whether or not it runs. Without DEMO it means real data: demo mode has its accounts already.

const usage = `Usage: npm run user:create -- --email you@example.com --role ${roles.join('|')} [--name NAME] [--password-stdin]
Without --password-stdin a password is made and shown once.`

interface Wish {
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly password: string
  /** Made here, so that it has to be shown. */
  readonly generated: boolean
}

try {
  // Before anything is read from stdin: it is the same program that starts again.
  await dropPrivileges(readConfig(process.env), process.env, createLog({ logLevel: 'fatal' }))
  const wish = await readWish(process.argv.slice(2))
  await makeAccount(wish)
  console.log(`Created ${wish.email} (${wish.role}).`)
  if (wish.generated) console.log(`Password, shown only now: ${wish.password}`)
} catch (error) {
  console.error(error instanceof Problem ? explainProblem(error) : explainFailure(error))
  process.exitCode = 1
}

async function makeAccount({ email, name, role, password }: Wish): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const config = readConfig({ ...process.env, DEMO: process.env.DEMO?.trim() || 'off' })
  const log = createLog({ logLevel: 'fatal' })
  const database = await joinDatabaseServer(config, log, stack)
  await migrate(database.ownerUrl, loginOf(database.appUrl))
  // In demo mode too, the rules for passwords hold.
  const services = await createServices({ ...config, demo: false }, log, database.appUrl)
  stack.defer(() => services.close())
  await createAccount(services, { email, name, role, password, actor: null })
}

async function readWish(args: readonly string[]): Promise<Wish> {
  const { email, role: wanted, name, 'password-stdin': fromStdin } = parse(args)
  const role = roles.find((each) => each === wanted)
  if (!email || !role) throw new StartError(usage)
  const given = fromStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined
  const password = given ?? randomBytes(15).toString('base64url')
  return { email, role, name: name ?? email.split('@')[0] ?? email, password, generated: given === undefined }
}

function parse(args: readonly string[]) {
  const [word, flag] = [{ type: 'string' }, { type: 'boolean' }] as const
  const options = { email: word, role: word, name: word, 'password-stdin': flag }
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n${usage}`, { cause: error })
  }
}

function explainProblem({ code, details }: Problem): string {
  if (code === 'EMAIL_IN_USE') return 'An account with this e-mail address exists already.'
  const reasons = (details.errors ?? []).map((fault) => `${fault.field}: ${fault.message}`)
  return `The account was not made (${code}). ${reasons.join(' ')}`.trim()
}
