import { limits } from '@kyc/contract/limits.ts'
import { expect, test } from 'vitest'
import { HashQueue } from './hash-queue.ts'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords('shinsa.example.co.jp')
const owner = { email: 'taro.tanaka@studio.example', names: ['田中 太郎', 'Taro Tanaka'] }
const turn = { urgent: false, before: async () => 'found' }

test('a password is right in every form that Unicode gives it, and wrong otherwise', async () => {
  const hashed = await passwords.hash('パスワード-ﾈｺ')
  expect(await passwords.check(hashed, 'パスワード-ネコ', turn)).toEqual({ right: true, counted: 'found' })
  expect((await passwords.check(hashed, 'パスワード-いぬ', turn)).right).toBe(false)
})

test('without a password on record nothing is right', async () => {
  for (const hashed of [null, undefined]) expect((await passwords.check(hashed, '', turn)).right).toBe(false)
})

test.each(['short-1', '\u0000abcdefgh', '\ud800abcdefgh'])('refuses %j for its form', async (password) => {
  expect(await passwords.faultOf(password, owner)).toMatch(/文字/)
})

test.each([
  ...['12345678', 'baseball', 'Iloveyou1', 'TRUSTNO1', 'ｂａｓｅｂａｌｌ', 'qwerty2026', 'Dragon!2026'],
])('refuses %j as one of the commonest', async (password) => {
  expect(await passwords.faultOf(password, owner)).toMatch(/^よく使われる/)
})

test.each([
  ...['taro.tanaka@studio.example', 'Taro.Tanaka', 'ｔａｒｏｔａｎａｋａ１', 'tanaka-1234', 'TanakaTanaka'],
  ...['田中太郎田中太郎', '太郎太郎1234', 'studio.example', 'shinsa.example.co.jp', 'shinsashinsa2026'],
  ...[
    'honninkakunin',
    'HonninKakunin2026',
    'kyckyckyc',
    '本人確認本人確認',
    '本人確認管理システム',
    'kyc-honnin',
  ],
  ...['demo-password', 'ＤＥＭＯ－ｐａｓｓｗｏｒｄ', 'PassWord123'],
])('refuses %j as made of the address, the name or the product’s words', async (password) => {
  expect(await passwords.faultOf(password, owner)).toMatch(/から作られたパスワード/)
})

test.each([
  ...['ねこがすきですよ', 'correct horse battery staple', 'x7#kQ9!mZ', '83920174650', 'tanaka-no-neko-8'],
  ...['kyc-83920174', '山田花子は元気です'],
])('takes %j', async (password) => {
  expect(await passwords.faultOf(password, owner)).toBeUndefined()
})

test('a name of a single character refuses no other password', async () => {
  const named = { email: 'a@b.example', names: ['林'] }
  expect(await passwords.faultOf('林a8392017', named)).toBeUndefined()
})

test('the list of the commonest has ten thousand entries of the shortest length and more', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const long = dictionary['passwords-common'].filter((entry) => entry.length >= limits.password.minimum)
  expect(long.length).toBeGreaterThanOrEqual(10_000)
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
