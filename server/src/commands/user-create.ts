import { roles } from '@kyc/contract/accounts.ts'
import { inviteFromShell } from '../features/accounts/users/invite-from-shell.ts'
import { Problem } from '../platform/problem.ts'
import { command, text, UsageError, withServices } from '../start/command.ts'

// `npm run user:create`: creates an account from the command line and prints its invitation link (D5). It
// uses the settings of the server, which may be running. DEMO defaults to off, because demo mode has
// accounts.

const usage = `Usage: npm run user:create -- --email you@example.com --role ${roles.join('|')} [--name NAME]
Prints a link to choose the password. Run it again for a new link while the first one is unused.`

await command(
  {
    usage,
    options: { email: text, role: text, name: text },
    explain: (error) => (error instanceof Problem ? explainProblem(error) : undefined),
  },
  async ({ email, role: roleName, name }, given) => {
    const role = roles.find((each) => each === roleName)
    if (!email || !role) throw new UsageError()
    const account = { email, role, name: name ?? email.split('@')[0] ?? email }
    const environment = { ...given, DEMO: given.DEMO?.trim() || 'off' }
    const { link, expiresAt, again } = await withServices(environment, (services) =>
      inviteFromShell(services, account),
    )
    console.log(`${again ? 'Invited again' : 'Created'} ${email} (${role}).`)
    console.log(`Open this link to choose a password. It works once, until ${expiresAt.toISOString()}:`)
    console.log(link.href)
    return 0
  },
)

function explainProblem({ code, details }: Problem): string {
  if (code === 'EMAIL_IN_USE')
    return 'An account with this e-mail address already exists, or its pending invitation has another role.'
  const reasons = (details.errors ?? []).map((fault) => `${fault.field}: ${fault.message}`)
  return `The account was not created (${code}). ${reasons.join(' ')}`.trim()
}
