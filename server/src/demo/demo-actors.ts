import type { NamedActor } from '../features/access/actor.ts'
import { createAccount, type NewAccount } from '../features/accounts/create-account.ts'
import { demoAccounts, demoPassword } from '../features/accounts/demo-accounts.ts'
import { foldEmail } from '../features/accounts/fold-email.ts'
import type { Services } from '../services.ts'
import type { DemoPerson } from './people.ts'
import type { DemoReviewer } from './stories.ts'

/** Who acts in the stories. */
export type DemoActors = Readonly<Record<DemoPerson['owner'] | DemoReviewer, NamedActor>>

type Identity = Pick<NewAccount, 'email' | 'name' | 'role'>

/** A second registrar, so that an admin's lists show more than one. */
const distributor: Identity = { email: 'distributor@example.com', name: '配信 五郎', role: 'user' }

/** Makes the accounts of demo mode that are missing (D45). */
export async function makeDemoActors(services: Services): Promise<DemoActors> {
  return {
    superadmin: await actorFor(services, offered('superadmin')),
    admin: await actorFor(services, offered('admin')),
    seisaku: await actorFor(services, offered('user')),
    haishin: await actorFor(services, distributor),
  }
}

function offered(role: Identity['role']): Identity {
  const account = demoAccounts.find((candidate) => candidate.role === role)
  if (!account) throw new Error(`there is no demo account of role ${role}`)
  return account
}

async function actorFor(services: Services, { email, name, role }: Identity): Promise<NamedActor> {
  const found = await services.db
    .selectFrom('account')
    .select('id')
    .where('email_key', '=', foldEmail(email))
    .executeTakeFirst()
  const { id } =
    found ?? (await createAccount(services, { email, name, role, password: demoPassword, actor: null }))
  return { id, role, name }
}
