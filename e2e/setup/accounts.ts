import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Role } from '@kyc/contract/accounts.ts'
import { createAccount, type NewAccount } from '@kyc/server/features/accounts/create-account.ts'
import { foldEmail } from '@kyc/server/features/accounts/fold-email.ts'
import { openSession, sessionCookie } from '@kyc/server/features/accounts/sessions/sessions.ts'
import { createPasswords } from '@kyc/server/features/accounts/sign-in/passwords.ts'
import { createAuditWriter } from '@kyc/server/features/audit/record.ts'
import { systemClock } from '@kyc/server/platform/clock.ts'
import { readConfig } from '@kyc/server/platform/config.ts'
import { openKeyRing } from '@kyc/server/platform/crypto/key-ring.ts'
import { readMasterKeyFile } from '@kyc/server/platform/crypto/master-key.ts'
import { openDatabase } from '@kyc/server/platform/db/database.ts'
import { findEmbeddedPostgres } from '@kyc/server/platform/db/embedded-postgres.ts'
import { createSignal } from '@kyc/server/platform/db/signal.ts'
import { inTransaction } from '@kyc/server/platform/db/transaction.ts'
import { cookieName } from '@kyc/server/platform/http/requests/cookies.ts'
import { silentLog } from '@kyc/server/platform/log.ts'
import { hashedOnce } from '@kyc/server/testing/app/password-account.ts'
import type { Product } from './product.ts'

export interface Account {
  readonly email: string
  readonly name: string
  readonly password: string
}

/** Creates accounts and sessions of a running product with the server's functions, directly in its database. */
export interface Accounts {
  create(account: Pick<NewAccount, 'email' | 'name' | 'role'> & { readonly password: string }): Promise<void>
  /** Creates an account without records. */
  createNew(role: Role): Promise<Account>
  /** Opens a session like a sign-in, without its audit entry and mail, and returns the cookie. */
  openSession(email: string, userAgent: string): Promise<{ name: string; value: string; secure: boolean }>
  close(): Promise<void>
}

export async function openAccounts({ dataDir, demo }: Pick<Product, 'dataDir' | 'demo'>): Promise<Accounts> {
  const urls = await findEmbeddedPostgres(dataDir)
  const master = await readMasterKeyFile(join(dataDir, 'master.key'))
  if (!urls || !master) throw new Error(`no product runs on ${dataDir}`)
  const config = readConfig({ DATA_DIR: dataDir, DEMO: demo })
  const log = silentLog()
  const database = openDatabase(urls.appUrl, log)
  const { db } = database
  const changed = createSignal({ db, databaseUrl: urls.appUrl, log, channel: 'changed' })
  const keyRing = await openKeyRing(db, master)
  const keys = { mac: keyRing.secret('audit-mac'), pii: keyRing.boxKeys('audit-pii') }
  const audit = createAuditWriter(keys, systemClock, changed.send)
  const passwords = hashedOnce(createPasswords(config.publicUrl.hostname))
  const create: Accounts['create'] = async (account) => {
    await createAccount(
      { config, clock: systemClock, db, audit, passwords },
      {
        ...account,
        approved: true,
        actor: null,
      },
    )
  }
  return {
    create,
    async createNew(role) {
      const id = randomBytes(4).toString('hex')
      const account = { email: `${id}@example.com`, name: `試験 ${id}`, password: 'pass-2718-word' }
      await create({ ...account, role })
      return account
    },
    openSession: (email, userAgent) =>
      inTransaction(db, async (tx) => {
        const account = tx.selectFrom('account').select('id').where('email_key', '=', foldEmail(email))
        const { id } = await account.executeTakeFirstOrThrow()
        const { cookieValue } = await openSession(tx, id, { ip: '127.0.0.1', userAgent })
        return { name: cookieName(config, sessionCookie), value: cookieValue, secure: config.secureCookies }
      }),
    async close() {
      await changed.stop()
      await database.close()
    },
  }
}

/** Creates accounts in the product of a single test file. */
export async function createAccounts(
  product: Pick<Product, 'dataDir' | 'demo'>,
  list: readonly Parameters<Accounts['create']>[0][],
): Promise<void> {
  const accounts = await openAccounts(product)
  try {
    for (const account of list) await accounts.create(account)
  } finally {
    await accounts.close()
  }
}
