import { beforeAll, expect, test } from 'vitest'
import { anonymousBrowser } from '../../../testing/app/anonymous-browser.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import { createAccount } from '../create-account.ts'
import { demoPassword, isDemoPassword } from '../demo-accounts.ts'

// D45: the demo password opens no session outside demo mode, even if the database contains a demo account.

const { app } = useStage()
const email = 'left-over@example.com'

beforeAll(async () => {
  const demo = { ...app.services, config: { ...app.services.config, demo: true } }
  const account = { email, name: '統括 一郎', role: 'superadmin', actor: null } as const
  await createAccount(demo, { ...account, password: demoPassword })
})

/** The password with one part replaced by each code point that NFKC maps to that part. */
function spellings(): string[] {
  const all = [demoPassword]
  for (let point = 0; point <= 0x10_ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue
    const part = String.fromCodePoint(point)
    const folded = part.normalize('NFKC')
    if (folded === part || !demoPassword.includes(folded)) continue
    all.push(demoPassword.replace(folded, part))
  }
  return all
}

test('recognises every spelling that the hash check accepts', () => {
  const all = spellings()
  expect(all.length).toBeGreaterThan(150)
  expect(all).toContain('ｄemo-password')
  expect(all.filter((spelling) => !isDemoPassword(spelling))).toEqual([])
  expect(isDemoPassword('Demo-password')).toBe(false)
})

test.each([
  'demo-password',
  'ｄemo-password',
  'demo－password',
  'demo﹣password',
  'ｄｅｍｏ－ｐａｓｓｗｏｒｄ',
  '𝐝𝐞𝐦𝐨-𝐩𝐚𝐬𝐬𝐰𝐨𝐫𝐝',
  'demo-paſſword',
])('%s opens no session outside demo mode', async (password) => {
  await app.sql('DELETE FROM attempt_bucket') // so that no limit is reached
  const client = await anonymousBrowser(app)
  const reply = await client.post('/api/auth/login', { email, password })
  expect(reply.json).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' })
})
