import { parseArgs } from 'node:util'
import { type Role, roles } from '@kyc/contract/accounts.ts'
import { inviteFromShell } from '../features/accounts/users/invite-from-shell.ts'
import { Problem } from '../platform/problem.ts'
import { StartError } from '../platform/process/start-error.ts'
import { explainFailure } from '../start/explain-failure.ts'
import { runCommand } from '../start/run-command.ts'

// `npm run user:create`: creates an account from the command line and prints its invitation link (D5). It
// uses the settings of the server, which may be running. DEMO defaults to off, because demo mode has
// accounts.

const usage = `Usage: npm run user:create -- --email you@example.com --role ${roles.join('|')} [--name NAME]
Prints a link to choose the password. Run it again for a new link while the first one is unused.`

interface NewAccount {
  readonly email: string
  readonly name: string
  readonly role: Role
}

try {
  const account = readAccount(process.argv.slice(2))
  const environment = { ...process.env, DEMO: process.env.DEMO?.trim() || 'off' }
  const { link, expiresAt, again } = await runCommand(environment, (services) =>
    inviteFromShell(services, account),
  )
  console.log(`${again ? 'Invited again' : 'Created'} ${account.email} (${account.role}).`)
  console.log(`Open this link to choose a password. It works once, until ${expiresAt.toISOString()}:`)
  console.log(link.href)
} catch (error) {
  console.error(error instanceof Problem ? explainProblem(error) : explainFailure(error))
  process.exitCode = 1
}

function readAccount(args: readonly string[]): NewAccount {
  const { email, role: roleName, name } = parse(args)
  const role = roles.find((each) => each === roleName)
  if (!email || !role) throw new StartError(usage)
  return { email, role, name: name ?? email.split('@')[0] ?? email }
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ args: [...args], options: { email: text, role: text, name: text } }).values
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n${usage}`, { cause: error })
  }
}

function explainProblem({ code, details }: Problem): string {
  if (code === 'EMAIL_IN_USE')
    return 'An account with this e-mail address already exists, or its pending invitation has another role.'
  const reasons = (details.errors ?? []).map((fault) => `${fault.field}: ${fault.message}`)
  return `The account was not created (${code}). ${reasons.join(' ')}`.trim()
}
