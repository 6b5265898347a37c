import type { Role } from '@kyc/contract/accounts.ts'
import type { MemberRole } from '@kyc/contract/organisations.ts'
import { startSession } from '../app/anonymous-browser.ts'
import type { TestAccount, TestApp } from '../app/test-app.ts'
import type { TestClient } from '../app/test-client.ts'

interface Caller {
  readonly role: Role
  /** Its company, and its role there. */
  readonly company: 'main' | 'second' | 'disabled' | 'office'
  readonly as: MemberRole
  readonly left?: true
}

/** The callers with a valid session. */
export const signedInCallers = {
  representative: { role: 'user', company: 'main', as: 'representative' },
  staff: { role: 'user', company: 'main', as: 'staff' },
  viewer: { role: 'user', company: 'main', as: 'viewer' },
  former: { role: 'user', company: 'main', as: 'representative', left: true },
  outsider: { role: 'user', company: 'second', as: 'staff' },
  disabledMember: { role: 'user', company: 'disabled', as: 'representative' },
  auditor: { role: 'auditor', company: 'office', as: 'representative' },
  admin: { role: 'admin', company: 'office', as: 'staff' },
  superadmin: { role: 'superadmin', company: 'office', as: 'staff' },
} as const satisfies Record<string, Caller>

export type SignedInCaller = keyof typeof signedInCallers
export type CallerName = SignedInCaller | 'anonymous' | 'disabledAccount'

// An object with the keys of a literal type.
export const signedInNames = Object.keys(signedInCallers) as SignedInCaller[]
export const callerNames: readonly CallerName[] = ['anonymous', 'disabledAccount', ...signedInNames]

export function isSignedIn(caller: CallerName): caller is SignedInCaller {
  return caller in signedInCallers
}

export interface Callers {
  readonly clients: Record<CallerName, TestClient>
  readonly accounts: Record<SignedInCaller, TestAccount>
  readonly companies: Record<Caller['company'], string>
  /** Another member of every company. */
  readonly colleague: TestAccount
}

export async function createCallers(app: TestApp): Promise<Callers> {
  const colleague = await app.signedIn('user', '同僚 花子')
  const companies = {
    main: await insertCompany(app),
    second: await insertCompany(app),
    disabled: await insertCompany(app),
    office: await insertCompany(app),
  }
  for (const id of Object.values(companies)) await insertMember(app, id, colleague.accountId, 'staff')
  const entries: [SignedInCaller, TestAccount][] = []
  for (const name of signedInNames) entries.push([name, await createCaller(app, companies, name)])
  await disable(app, companies.disabled)
  const accounts = Object.fromEntries(entries) as Callers['accounts'] // one entry for each name
  const anonymous = app.anonymous()
  const disabledAccount = await app.signedIn('superadmin')
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [disabledAccount.accountId])
  // Browsers without a valid session use a pre-session, as the login page does.
  for (const client of [anonymous, disabledAccount]) await startSession(client)
  return { clients: { ...accounts, anonymous, disabledAccount }, accounts, companies, colleague }
}

async function createCaller(
  app: TestApp,
  companies: Callers['companies'],
  name: SignedInCaller,
): Promise<TestAccount> {
  const { role, company } = signedInCallers[name]
  const account = await app.signedIn(role, `試験 ${name}`)
  await joinCompany(app, companies[company], name, account.accountId)
  return account
}

/** Adds the caller to a company, as it is a member of its own. */
export async function joinCompany(
  app: TestApp,
  company: string,
  name: SignedInCaller,
  accountId: string,
): Promise<void> {
  const caller: Caller = signedInCallers[name]
  await insertMember(app, company, accountId, caller.as)
  if (!caller.left) return
  await app.sql('UPDATE membership SET left_at = now() WHERE organisation_id = $1 AND account_id = $2', [
    company,
    accountId,
  ])
}

/** A company with a representative and an invitation. All share one id, so that it fits each parameter of a path. */
export async function insertCompany({ signedIn, sql }: TestApp): Promise<string> {
  const { accountId: id } = await signedIn('user')
  await sql("UPDATE organisation SET kind = 'producer', person_id = NULL WHERE id = $1", [id])
  await sql("UPDATE organisation SET approved_at = '2020-01-01' WHERE id = $1", [id])
  await sql(
    `INSERT INTO organisation_invitation (id, organisation_id, email, email_key, name, role, invited_by, invited_at,
       expires_at) VALUES ($1, $1, $2, $2, '招待 花子', 'staff', $1, now(), now() + interval '1 day')`,
    [id, `${id}@example.com`],
  )
  return id
}

function insertMember({ sql }: TestApp, company: string, accountId: string, role: MemberRole) {
  return sql(
    'INSERT INTO membership (account_id, organisation_id, role, joined_at) VALUES ($1, $2, $3, now())',
    [accountId, company, role],
  )
}

export function disable({ sql }: TestApp, company: string) {
  return sql("UPDATE organisation SET disabled_at = now(), disabled_reason = '確認中' WHERE id = $1", [
    company,
  ])
}
