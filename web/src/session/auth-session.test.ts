import type { User } from '@kyc/contract/accounts.ts'
import { expect, test } from 'vitest'
import { AuthSession } from './auth-session.ts'

const user: User = {
  id: 'u1',
  uid: 'u1',
  email: 'user@example.com',
  emailVerified: true,
  name: '制作 花子',
  displayName: '制作 花子',
  role: 'user',
  provider: 'legacy',
  secondFactorMissing: false,
}

function session(fetchUser: () => Promise<User | null>) {
  let ends = 0
  const auth = new AuthSession({ fetchUser, onEnd: () => (ends += 1) })
  return { auth, ends: () => ends }
}

test('starts as loading, then adopts the state of the server', async () => {
  const { auth } = session(async () => user)
  expect(auth.state()).toEqual({ status: 'loading' })
  expect(await auth.check()).toEqual({ status: 'authenticated', user })
  expect(await session(async () => null).auth.check()).toEqual({ status: 'anonymous', leaving: false })
})

test('without a reply, a new page counts as signed out and a signed-in page stays signed in', async () => {
  const unreachable = () => Promise.reject(new Error('no connection'))
  expect(await session(unreachable).auth.check()).toMatchObject({ status: 'anonymous' })
  const { auth } = session(unreachable)
  auth.signedIn(user)
  expect(await auth.check()).toMatchObject({ status: 'authenticated' })
})

test('clears the records when the account signs out or changes', () => {
  const { auth, ends } = session(async () => user)
  auth.signedIn(user)
  auth.signedIn({ ...user })
  expect(ends()).toBe(0)
  auth.signedIn({ ...user, id: 'u2' })
  expect(ends()).toBe(1)
  auth.ended(false)
  expect(ends()).toBe(2)
})

test('a check that started before a sign-in does not undo it', async () => {
  let reply: (user: User | null) => void = () => {}
  const { auth } = session(() => new Promise((resolve) => (reply = resolve)))
  const check = auth.check()
  auth.signedIn(user)
  reply(null)
  expect(await check).toMatchObject({ status: 'authenticated' })
})

test('notifies listeners of each change until they unsubscribe', () => {
  const { auth } = session(async () => user)
  let calls = 0
  const unsubscribe = auth.subscribe(() => (calls += 1))
  auth.signedIn(user)
  unsubscribe()
  auth.ended(false)
  expect(calls).toBe(1)
})

test('a new name or second factor updates the state and keeps the records; a new role clears them', () => {
  const { auth, ends } = session(async () => user)
  auth.signedIn({ ...user, secondFactorMissing: true })
  auth.signedIn(user)
  expect(auth.state()).toEqual({ status: 'authenticated', user })
  auth.signedIn({ ...user, name: '制作 春子', displayName: '制作 春子' })
  expect(ends()).toBe(0)
  auth.signedIn({ ...user, role: 'admin' })
  expect(ends()).toBe(1)
})
