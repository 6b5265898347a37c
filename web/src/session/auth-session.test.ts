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
  let draft = false
  const auth = new AuthSession({ fetchUser, onEnd: () => (ends += 1), hasDraft: () => draft })
  return { auth, ends: () => ends, write: () => (draft = true) }
}

test('the authentication state starts as loading, and is then that of the server', async () => {
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

test('the fetched records are cleared when the account signs out or changes', () => {
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

test('listeners are notified of each change until they unsubscribe', () => {
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

test('with unsaved input the end of the session covers the page until the same user signs in', async () => {
  const { auth, ends, write } = session(async () => null)
  auth.signedIn(user)
  write()
  expect(await auth.check()).toEqual({ status: 'covered', user })
  expect(ends(), 'the records are cleared at once').toBe(1)
  auth.ended(true)
  expect(await auth.check()).toEqual({ status: 'covered', user })
  auth.signedIn({ ...user })
  expect(auth.state()).toEqual({ status: 'authenticated', user })
})

test('another user who signs in over a covered page clears the records again', () => {
  const { auth, ends, write } = session(async () => null)
  auth.signedIn(user)
  write()
  auth.ended(false)
  auth.signedIn({ ...user, id: 'u2' })
  expect(auth.state()).toMatchObject({ status: 'authenticated', user: { id: 'u2' } })
  expect(ends()).toBe(2)
})

test('a user who leaves discards the input, from the page and from its cover', () => {
  const { auth, write } = session(async () => null)
  auth.signedIn(user)
  write()
  auth.left(true)
  expect(auth.state()).toEqual({ status: 'anonymous', leaving: true })
  auth.signedIn(user)
  auth.ended(false)
  auth.left(false)
  expect(auth.state()).toEqual({ status: 'anonymous', leaving: false })
})
