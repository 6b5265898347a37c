import { expect, test } from 'vitest'
import { HashQueue } from './hash-queue.ts'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords()
const turn = { urgent: false, before: async () => 'found' }

test('a password is right in every form that Unicode gives it, and wrong otherwise', async () => {
  const hashed = await passwords.hash('パスワード-ﾈｺ')
  expect(await passwords.check(hashed, 'パスワード-ネコ', turn)).toEqual({ right: true, found: 'found' })
  expect((await passwords.check(hashed, 'パスワード-いぬ', turn)).right).toBe(false)
})

test('without a password on record nothing is right', async () => {
  for (const hashed of [null, undefined]) expect((await passwords.check(hashed, '', turn)).right).toBe(false)
})

test.each([
  'short-1',
  '12345678',
  'PassWord123',
  'ｐａｓｓｗｏｒｄ',
  'demo-password',
  '\u0000abcdefgh',
  '\ud800abcdefgh',
])('refuses %j as a new password', (password) => {
  expect(passwords.faultOf(password)).toMatch(/パスワード/)
})

test.each(['ねこがすきですよ', 'correct horse battery staple', 'x7#kQ9!mZ'])('takes %j', (password) => {
  expect(passwords.faultOf(password)).toBeUndefined()
})

test('no more than its places run at a time, and urgent ones go first', async () => {
  const queue = new HashQueue(2)
  const order: string[] = []
  let running = 0
  let most = 0
  const run = (name: string, urgent: boolean) =>
    queue.run(urgent, async () => {
      most = Math.max(most, ++running)
      order.push(name)
      await new Promise(setImmediate)
      running -= 1
    })
  await Promise.all([run('a', false), run('b', false), run('c', false), run('d', false), run('known', true)])
  expect(most).toBe(2)
  expect(order).toEqual(['a', 'b', 'known', 'c', 'd'])
})

test('a place is given back when an act fails, and a queue that is too long is refused', async () => {
  const queue = new HashQueue(1)
  await expect(queue.run(false, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const waiting = Array.from({ length: 501 }, () => queue.run(false, () => new Promise(setImmediate)))
  await expect(queue.run(false, async () => 1)).rejects.toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
  await expect(queue.run(true, async () => 2)).resolves.toBe(2)
  await Promise.all(waiting)
})
