import { limits } from '@kyc/contract/limits.ts'
import { expect, test } from 'vitest'
import { HashQueue } from './hash-queue.ts'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords('shinsa.example.co.jp')
const owner = { email: 'taro.tanaka@studio.example', names: ['田中 太郎', 'Taro Tanaka'] }
const position = { urgent: false, before: async () => 'counted' }

test('accepts a password in every Unicode form, and no other', async () => {
  const hashed = await passwords.hash('パスワード-ﾈｺ')
  expect(await passwords.check(hashed, 'パスワード-ネコ', position)).toEqual({
    right: true,
    counted: 'counted',
  })
  expect((await passwords.check(hashed, 'パスワード-いぬ', position)).right).toBe(false)
})

test('rejects every password of an account without one', async () => {
  for (const hashed of [null, undefined]) {
    expect((await passwords.check(hashed, '', position)).right).toBe(false)
  }
})

test.each(['short-1', '\u0000abcdefgh', '\ud800abcdefgh'])(
  'rejects %j because of its form',
  async (password) => {
    expect(await passwords.faultOf(password, owner)).toMatch(/文字/)
  },
)

test.each(['12345678', 'baseball', 'Iloveyou1', 'TRUSTNO1', 'ｂａｓｅｂａｌｌ', 'qwerty2026', 'Dragon!2026'])(
  'rejects the common password %j',
  async (password) => {
    expect(await passwords.faultOf(password, owner)).toMatch(/^よく使われる/)
  },
)

test.each([
  'taro.tanaka@studio.example',
  'Taro.Tanaka',
  'ｔａｒｏｔａｎａｋａ１',
  'tanaka-1234',
  'TanakaTanaka',
  '田中太郎田中太郎',
  '太郎太郎1234',
  'studio.example',
  'shinsa.example.co.jp',
  'shinsashinsa2026',
  'honninkakunin',
  'HonninKakunin2026',
  'kyckyckyc',
  '本人確認本人確認',
  '本人確認管理システム',
  'kyc-honnin',
  'demo-password',
  'ＤＥＭＯ－ｐａｓｓｗｏｒｄ',
  'PassWord123',
])('rejects the password %j, which consists of the address, the name or product names', async (password) => {
  expect(await passwords.faultOf(password, owner)).toMatch(/から作られたパスワード/)
})

test.each([
  'ねこがすきですよ',
  'correct horse battery staple',
  'x7#kQ9!mZ',
  '83920174650',
  'tanaka-no-neko-8',
  'kyc-83920174',
  '山田花子は元気です',
])('accepts the password %j', async (password) => {
  expect(await passwords.faultOf(password, owner)).toBeUndefined()
})

test('a password may contain a name of a single character', async () => {
  const named = { email: 'a@b.example', names: ['林'] }
  expect(await passwords.faultOf('林a8392017', named)).toBeUndefined()
})

test('the list of common passwords has ten thousand entries of at least the minimum length', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const long = dictionary['passwords-common'].filter((entry) => entry.length >= limits.password.minimum)
  expect(long.length).toBeGreaterThanOrEqual(10_000)
})

test('the queue limits its concurrency and runs urgent acts first', async () => {
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
  await Promise.all([run('a', false), run('b', false), run('c', false), run('d', false), run('urgent', true)])
  expect(most).toBe(2)
  expect(order).toEqual(['a', 'b', 'urgent', 'c', 'd'])
})

test('a failed act releases its permit, and a full queue rejects further acts', async () => {
  const queue = new HashQueue(1)
  await expect(queue.run(false, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  const waiting = Array.from({ length: 501 }, () => queue.run(false, () => new Promise(setImmediate)))
  await expect(queue.run(false, async () => 1)).rejects.toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
  await expect(queue.run(true, async () => 2)).resolves.toBe(2)
  await Promise.all(waiting)
})
