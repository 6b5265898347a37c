import { attemptLimits } from '@kyc/contract/attempt-limits.ts'
import { inviteMember } from '@kyc/contract/organisation-members.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { anonymousBrowser, tokenIn } from '../../testing/app/anonymous-browser.ts'
import { foundCompany } from '../../testing/app/organisations.ts'
import { password } from '../../testing/app/password-account.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'

const { app, founder } = useStage({ founder: ['user', '代表 一郎'] })
let company: string

beforeAll(async () => {
  company = await foundCompany(app, founder, '見本制作')
})

let addresses = 0
const newAddress = () => `invited${++addresses}@example.com`
const invite = (email: string) =>
  founder.send(inviteMember, { params: { id: company }, body: { email, name: '招待 花子', role: 'staff' } })

describe('the name that an inviter types', () => {
  test('is not in the mail to the invited address, which greets without a name (D115)', async () => {
    const email = newAddress()
    await invite(email)
    expect((await app.mails()).at(-1)?.text).toMatch(/^このメールを受け取られた方へ\n/)
    expect((await app.mails()).at(-1)?.text).not.toContain('招待 花子')
  })

  test.each([
    '本人確認管理システム運営事務局より重要：本日中に03-1234-5678へご連絡ください',
    '運営（事務局）',
  ])('is refused if it is that of the operator: %s', async (name) => {
    const before = (await app.mails()).length
    const refused = await founder.post(`/api/organisations/${company}/members`, {
      email: newAddress(),
      name,
      role: 'staff',
    })
    expect(refused.json).toMatchObject({ status: 400, code: 'INVALID_INPUT', field: 'name' })
    expect((await app.mails()).length).toBe(before)
  })

  test('does not become the name of the account if it is that of the operator, even if it was stored before', async () => {
    const email = newAddress()
    await invite(email)
    await app.sql(`UPDATE account SET name = '運営事務局' WHERE email = $1`, [email])
    const token = tokenIn((await app.mails()).at(-1)?.text ?? '', '/invite')
    const accept = async (name: string) =>
      (await anonymousBrowser(app)).post('/api/auth/invitations/accept', { token, name, password })
    expect((await accept('運営事務局')).json).toMatchObject({ code: 'INVALID_INPUT', field: 'name' })
    expect((await accept('新規 花子')).status).toBe(204)
  })
})

test('each mail names the organisation, the inviter and the operator, and how to report it (D115)', async () => {
  const account = await app.signedIn('user')
  await app.sql('UPDATE account SET last_sign_in_at = now() WHERE id = $1', [account.accountId])
  for (const email of [account.email, newAddress()]) {
    await invite(email)
    const text = (await app.mails()).at(-1)?.text
    expect(text).toContain('依頼元: 見本制作\n招待した人: 代表 一郎')
    expect(text).toContain('依頼元の組織からの依頼により、本人確認管理システムの運営者が送信しています')
    expect(text).toMatch(/不審な招待を知らせる:\nhttps?:\S+\/contact/)
  }
})

test('an address gets a limited number of invitations a day from all accounts together', async () => {
  const email = newAddress()
  for (let sent = 0; sent < attemptLimits.memberInvitationsPerDay.address; sent++) {
    const body = { email, name: `招待 ${sent}`, role: 'staff' } as const // equal calls send one mail (D20)
    await founder.send(inviteMember, { params: { id: company }, body })
  }
  const other = await app.signedIn('user', '別 代表')
  const id = await foundCompany(app, other, '別の会社')
  const send = (to: string) =>
    other.post(`/api/organisations/${id}/members`, { email: to, name: '招待 花子', role: 'staff' })
  expect(refusalOf(await send(email.toUpperCase()))).toEqual([429, 'RATE_LIMITED'])
  expect((await send(newAddress())).status).toBe(201)
})
