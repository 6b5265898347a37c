import { expectAccessible, expectFit } from '../setup/accessible.ts'
import { test } from '../setup/kyc.ts'
import { expect } from '../setup/test.ts'

// D112: a key of a partner's server, from its creation to its end.

test('a superadmin issues a server key, which creates a test address at once and ends when it is revoked', {
  tag: '@long',
}, async ({ pageOf, newPage, partner }) => {
  const page = await pageOf('superadmin', { at: `/partners/${partner.id}?tab=credentials` })
  const keys = page.getByRole('region', { name: 'サーバー用キー' })
  await expect(keys.getByText('サーバー用キーはありません')).toBeVisible()
  await expectAccessible(page)
  await keys.getByRole('button', { name: '発行' }).click()
  const dialog = page.getByRole('dialog', { name: 'サーバー用キーの発行' })
  await expect(dialog.getByText('テストの提携先には、テスト用のキーだけを発行できます。')).toBeVisible()
  await dialog.getByRole('checkbox', { name: '公開停止の申し出' }).uncheck()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '発行する' }).click()
  const shown = page.getByRole('dialog', { name: `${partner.name} のサーバー用キー` })
  const secret = (await shown.getByRole('code').textContent()) ?? ''
  expect(secret).toMatch(/^kyc_test_/)
  await shown.getByRole('button', { name: '控えたので閉じる' }).click()
  const line = keys.getByRole('listitem')
  await expect(line).toContainText(`…${secret.slice(-4)}`)
  await expect(line).toContainText('まだ使われていません')
  await expectFit(page)

  const create = () =>
    page.request.post('/api/partner/v1/sessions', {
      headers: { authorization: `Bearer ${secret}` },
      data: { user_id: 'test_approved', callback_url: partner.site.url },
    })
  const reply = await create()
  expect(reply.status()).toBe(201)
  const { url } = (await reply.json()) as { url: string }
  const member = await newPage()
  await member.goto(url)
  await expect(member.getByText('テスト用のアドレスです。本人確認は行われません。')).toBeVisible()

  await keys.getByRole('button', { name: /を失効$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '失効させる' }).click()
  await expect(keys.getByText('サーバー用キーはありません')).toBeVisible()
  expect((await create()).status()).toBe(401)
})
