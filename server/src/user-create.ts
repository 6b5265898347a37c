import { parseArgs } from 'node:util'
import { type Role, roles } from '@kyc/contract/accounts.ts'
import { inviteFromShell, type ShellInvitation } from './features/accounts/users/invite-from-shell.ts'
import { type Config, readConfig } from './platform/config.ts'
import { loginOf } from './platform/db/database-settings.ts'
import { migrate } from './platform/db/migrate.ts'
import { dropPrivileges } from './platform/drop-privileges.ts'
import { createLog } from './platform/log.ts'
import { Problem } from './platform/problem.ts'
import { StartError } from './platform/start-error.ts'
import { createServices } from './services.ts'
import { joinDatabaseServer } from './start/database-server.ts'
import { explainFailure } from './start/explain-failure.ts'

// `npm run user:create`: makes an account from the command line and prints its invitation link (D5), with the settings
// of the server and whether or not it runs. Without DEMO it means real data: demo mode has its accounts already.

const usage = `Usage: npm run user:create -- --email you@example.com --role ${roles.join('|')} [--name NAME]
Prints a link to choose the password. Run it again for a new link while the first one is unused.`

interface Wish {
  readonly email: string
  readonly name: string
  readonly role: Role
}

try {
  const wish = readWish(process.argv.slice(2))
  const config = readConfig({ ...process.env, DEMO: process.env.DEMO?.trim() || 'off' })
  await dropPrivileges(config, process.env, createLog({ logLevel: 'fatal' }))
  const { link, expiresAt, again } = await invite(config, wish)
  console.log(`${again ? 'Invited again' : 'Created'} ${wish.email} (${wish.role}).`)
  console.log(`Open this link to choose a password. It works once, until ${expiresAt.toISOString()}:`)
  console.log(link.href)
} catch (error) {
  console.error(error instanceof Problem ? explainProblem(error) : explainFailure(error))
  process.exitCode = 1
}

async function invite(config: Config, wish: Wish): Promise<ShellInvitation> {
  await using stack = new AsyncDisposableStack()
  const log = createLog({ logLevel: 'fatal' })
  const database = await joinDatabaseServer(config, log, stack)
  await migrate(database.ownerUrl, loginOf(database.appUrl))
  // In demo mode too, the rules for passwords hold.
  const services = await createServices({ ...config, demo: false }, log, database.appUrl)
  stack.defer(() => services.close())
  return await inviteFromShell(services, wish)
}

function readWish(args: readonly string[]): Wish {
  const { email, role: wanted, name } = parse(args)
  const role = roles.find((each) => each === wanted)
  if (!email || !role) throw new StartError(usage)
  return { email, role, name: name ?? email.split('@')[0] ?? email }
}

function parse(args: readonly string[]) {
  const word = { type: 'string' } as const
  try {
    return parseArgs({ args: [...args], options: { email: word, role: word, name: word } }).values
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n${usage}`, { cause: error })
  }
}

function explainProblem({ code, details }: Problem): string {
  if (code === 'EMAIL_IN_USE')
    return 'An account with this e-mail address exists already, or its pending invitation has another role.'
  const reasons = (details.errors ?? []).map((fault) => `${fault.field}: ${fault.message}`)
  return `The account was not made (${code}). ${reasons.join(' ')}`.trim()
}
