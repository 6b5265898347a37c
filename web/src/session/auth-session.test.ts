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

test('it starts by loading, and the answer of the server makes it signed in or not', async () => {
  const known = session(async () => user).auth
  expect(known.state()).toEqual({ status: 'loading' })
  expect(await known.check()).toEqual({ status: 'authenticated', user })
  expect(await session(async () => null).auth.check()).toEqual({ status: 'anonymous', leaving: false })
})

test('without an answer a start counts as not signed in, and a signed-in person stays', async () => {
  const lost = () => Promise.reject(new Error('no connection'))
  expect(await session(lost).auth.check()).toMatchObject({ status: 'anonymous' })
  const { auth } = session(lost)
  auth.signedIn(user)
  expect(await auth.check()).toMatchObject({ status: 'authenticated' })
})

test('whoever stops being signed in, or becomes another, leaves nothing behind', () => {
  const { auth, ends } = session(async () => user)
  auth.signedIn(user)
  auth.signedIn({ ...user })
  expect(ends()).toBe(0)
  auth.signedIn({ ...user, id: 'u2' })
  expect(ends()).toBe(1)
  auth.ended(false)
  expect(ends()).toBe(2)
})

test('an answer that was under way when somebody signed in does not undo it', async () => {
  let answer: (found: User | null) => void = () => {}
  const { auth } = session(() => new Promise((resolve) => (answer = resolve)))
  const asked = auth.check()
  auth.signedIn(user)
  answer(null)
  expect(await asked).toMatchObject({ status: 'authenticated' })
})

test('listeners hear of each change until they leave', () => {
  const { auth } = session(async () => user)
  let heard = 0
  const leave = auth.subscribe(() => (heard += 1))
  auth.signedIn(user)
  leave()
  auth.ended(false)
  expect(heard).toBe(1)
})

test('a new name or a second factor is told, and what was fetched stays', () => {
  const { auth, ends } = session(async () => user)
  auth.signedIn({ ...user, secondFactorMissing: true })
  auth.signedIn(user)
  expect(auth.state()).toEqual({ status: 'authenticated', user })
  auth.signedIn({ ...user, name: '制作 春子', displayName: '制作 春子' })
  expect(ends()).toBe(0)
  auth.signedIn({ ...user, role: 'admin' })
  expect(ends()).toBe(1)
})
