import { randomInt } from 'node:crypto'
import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import { describe, expect, test } from 'vitest'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { registerPerformer, verifyDocuments } from '../../testing/app/factories.ts'
import { changesIn, type LiveSocket, listen } from '../../testing/app/live-socket.ts'
import { companyWith } from '../../testing/app/organisations.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { useStarted } from '../../testing/app/use-started.ts'
import { createAuditWriter, type Entry } from '../audit/record.ts'

const { app, owner, outsider, admin, superadmin } = useStage({
  owner: 'user',
  outsider: 'user',
  admin: 'admin',
  superadmin: 'superadmin',
})
const other = useStarted(() => app.neighbour())

const patience = { timeout: 60_000, interval: 20 }

describe('live updates', () => {
  test('owner and admins receive live updates about a registration and each decision, in both processes', async () => {
    const here = await listenAll(app.url, { owner, admin })
    const there = await listenAll(other.url, { owner, admin })
    const { id } = await registerPerformer(owner)
    const registered = [`performer ${id}`, `review ${id}`]
    for (const { heard } of [...here.all, ...there.all]) {
      await expect.poll(() => changesIn(heard), patience).toEqual(registered)
    }
    await verifyDocuments(admin, id, ['idFront'])
    const decided = [...registered, `document ${id}`, `review ${id}`]
    for (const { heard } of [...here.all, ...there.all]) {
      await expect.poll(() => changesIn(heard), patience).toEqual(decided)
    }
    here.close()
    there.close()
  })

  test('a live update contains a kind and an id only', async () => {
    const pages = await listenAll(app.url, { owner })
    const { id } = await registerPerformer(owner)
    const [page] = pages.all
    await expect.poll(() => page?.heard, patience).toHaveLength(2)
    expect(page?.heard[0]).toBe(JSON.stringify({ kind: 'performer', id }))
    pages.close()
  })

  test('views, downloads and sign-ins cause no live updates', async () => {
    const pages = await listenAll(app.url, { superadmin })
    const { id } = await registerPerformer(owner)
    await admin.get(`/api/performers/${id}`)
    await admin.get(`/api/performers/${id}/documents/idFront?size=full&download=1`)
    await admin.get('/api/audit-logs')
    const last = newId()
    await record({ action: 'update', rtype: 'performer', rid: last, owner: owner.accountId })
    const [page] = pages.all
    await expect.poll(() => changesIn(page?.heard ?? []), patience).toContain(`performer ${last}`)
    expect(changesIn(page?.heard ?? [])).toEqual([`performer ${id}`, `review ${id}`, `performer ${last}`])
    pages.close()
  })

  test('a lost signal only delays live updates', async () => {
    const pages = await listenAll(app.url, { admin })
    const silent = createAuditWriter(app.services.auditKeys, app.services.clock)
    const rid = newId()
    await inTransaction(app.services.db, (tx) =>
      record({ action: 'create', rtype: 'video', rid, owner: owner.accountId }, tx, silent),
    )
    await expect.poll(() => changesIn(pages.all[0]?.heard ?? []), patience).toEqual([`video ${rid}`])
    pages.close()
  })
})

describe('organisations (D67)', () => {
  test('members, also a removed one, receive a live update about the removal, and an outsider receives none', async () => {
    const { id, representative, staff, viewer } = await companyWith(app)
    const pages = await listenAll(app.url, { staff, viewer, outsider })
    const heardBy = (name: string) => changesIn(pages.of[name]?.heard ?? [])
    await representative.delete(`/api/organisations/${id}/members/${viewer.accountId}`)
    for (const name of ['staff', 'viewer'])
      await expect.poll(() => heardBy(name), patience).toContain(`organisation ${id}`)
    expect(heardBy('outsider')).toEqual([])
    pages.close()
  })
})

describe('transactions', () => {
  test('a rolled back change causes no live update', async () => {
    const pages = await listenAll(app.url, { admin })
    const failed = inTransaction(app.services.db, async (tx) => {
      await record({ action: 'create', rtype: 'performer', rid: newId(), owner: owner.accountId }, tx)
      throw new Error('the act failed')
    })
    await expect(failed).rejects.toThrow('the act failed')
    const rid = newId()
    await record({ action: 'create', rtype: 'video', rid, owner: owner.accountId })
    const heard = () => changesIn(pages.all[0]?.heard ?? [])
    await expect.poll(heard, patience).toContain(`video ${rid}`)
    expect(heard().join()).not.toContain('performer')
    pages.close()
  })

  test('a long transaction delays no other live update and is not missed', async () => {
    const pages = await listenAll(app.url, { admin })
    const [early, late] = [newId(), newId()]
    const heard = () => changesIn(pages.all[0]?.heard ?? [])
    await inTransaction(app.services.db, async (tx) => {
      await record({ action: 'create', rtype: 'video', rid: early, owner: owner.accountId }, tx)
      await record({ action: 'create', rtype: 'video', rid: late, owner: owner.accountId })
      await expect.poll(heard, patience).toEqual([`video ${late}`])
    })
    await expect.poll(heard, patience).toEqual([`video ${late}`, `video ${early}`])
    pages.close()
  })
})

test('each page receives exactly its own of 10,000 random changes, in both processes (D2)', {
  tags: 'long',
}, async () => {
  const accounts = { owner, outsider, admin, superadmin }
  const here = await listenAll(app.url, accounts)
  const there = await listenAll(other.url, accounts)
  const changes = Array.from({ length: 10_000 }, randomChange)
  const committed: Change[] = []
  const batches = Array.from({ length: 200 }, () => changes.splice(0, 50))
  const write = async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      if (await writeBatch(batch)) committed.push(...batch)
    }
  }
  await Promise.all([write(), write(), write(), write()])
  expect(committed.length).toBeGreaterThan(5000)
  const last = [owner, outsider].map(({ accountId }) => {
    return { action: 'create', rtype: 'video', rid: newId(), owner: accountId } as const
  })
  await inTransaction(app.services.db, async (tx) => {
    for (const change of last) await record(change, tx)
  })
  for (const pages of [here, there]) {
    for (const [name, person] of Object.entries(accounts)) {
      const expected = [...committed, ...last].flatMap((change) => expectedFor(person, name, change))
      const page = pages.of[name]
      await expect.poll(() => page?.heard.length, patience).toBeGreaterThanOrEqual(expected.length)
      expect(changesIn(page?.heard ?? []).sort(), name).toEqual(expected.sort())
    }
    pages.close()
  }
})

interface Change {
  readonly action: AuditAction
  readonly rtype: AuditResourceType
  readonly rid: string
  readonly subject?: string
  readonly owner: string | null
}

async function record(change: Change, tx?: Tx, writer = app.services.audit): Promise<void> {
  const { action, rtype, rid, subject, owner: ownerId } = change
  const about = { resourceType: rtype, resourceId: rid, ...(subject && { subject }), owner: ownerId }
  const entry: Entry = [{ actor: admin.accountId, ip: null }, action, about, {}]
  if (tx) await writer.record(tx, ...entry)
  else await inTransaction(app.services.db, (own) => writer.record(own, ...entry))
}

/** Every tenth batch rolls back. */
async function writeBatch(batch: readonly Change[]): Promise<boolean> {
  const fails = randomInt(10) === 0
  const written = inTransaction(app.services.db, async (tx) => {
    for (const change of batch) await record(change, tx)
    if (fails) throw new Error('the act failed')
  })
  await written.catch((error: unknown) => {
    if (!fails) throw error
  })
  return !fails
}

const writes = ['create', 'update', 'delete', 'verify', 'reject', 'share', 'seal', 'shred'] as const
const readActions = ['read', 'download', 'export', 'login', 'logout', 'login_failed'] as const

function randomChange(): Change {
  const action = pick(randomInt(4) === 0 ? readActions : writes)
  const ownerId = pick([owner.accountId, outsider.accountId, admin.accountId, newId(), null])
  const id = newId()
  switch (pick(['performer', 'document', 'video', 'partner', 'user', 'inquiry', 'audit_log'] as const)) {
    case 'performer':
      return { action, rtype: 'performer', rid: id, owner: ownerId }
    case 'document':
      return { action, rtype: 'document', rid: `${id}/idFront`, subject: id, owner: ownerId }
    case 'video':
      return { action, rtype: 'video', rid: id, owner: ownerId }
    case 'partner':
      return { action, rtype: 'partner', rid: `${newId()}/${id}`, owner: ownerId }
    case 'user':
      return { action, rtype: 'user', rid: id, owner: ownerId }
    case 'inquiry':
      return { action, rtype: 'inquiry', rid: id, owner: ownerId }
    case 'audit_log':
      return { action, rtype: 'audit_log', rid: id, owner: ownerId }
  }
}

/** The live updates that `person` must receive, computed independently of the product. */
function expectedFor(person: TestAccount, name: string, change: Change): string[] {
  if ((readActions as readonly string[]).includes(change.action)) return []
  if (change.rtype === 'partner') {
    return name === 'superadmin' ? [`delivery ${change.rid.split('/')[1]}`] : []
  }
  const sees = name === 'admin' || name === 'superadmin' || change.owner === person.accountId
  if (!sees) return []
  if (change.rtype === 'performer') {
    const queue = change.action === 'update' ? [] : [`review ${change.rid}`]
    return [`performer ${change.rid}`, ...queue]
  }
  if (change.rtype === 'document') return [`document ${change.subject}`, `review ${change.subject}`]
  return change.rtype === 'video' ? [`video ${change.rid}`] : []
}

async function listenAll(url: string, accounts: Record<string, TestAccount>) {
  const of: Record<string, LiveSocket> = {}
  for (const [name, person] of Object.entries(accounts)) of[name] = await listen(person, url)
  const all = Object.values(of)
  return {
    of,
    all,
    close() {
      for (const { socket } of all) socket.terminate()
    },
  }
}

function pick<T>(choices: readonly T[]): T {
  return choices[randomInt(choices.length)] as T // the index is below the length
}
