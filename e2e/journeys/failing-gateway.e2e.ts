import { type Gateway, startGateway } from '../setup/gateway.ts'
import { uniqueNames } from '../setup/records.ts'
import { chooseRequiredFiles, fillNames, openRegistration, submitButton } from '../setup/registration-form.ts'
import { test as base, demoPassword, emails, expect, fillLogin } from '../setup/test.ts'

// spec §8: for a response without a message of the product the page shows a default message.

const test = base.extend<{ gateway: Gateway }>({
  gateway: async ({ baseURL, faults }, use) => {
    // The 502, and the socket for live updates, which this gateway does not forward.
    faults.expect(/responded with a status of 502 /)
    faults.expect(/WebSocket connection to /)
    const gateway = await startGateway(baseURL ?? '')
    await use(gateway)
    await gateway.close()
  },
})

test('a sign-in that fails at a gateway or gets no response shows ログインに失敗しました', {
  tag: '@long',
}, async ({ gateway, newPage, faults }) => {
  faults.expect(/net::ERR_INTERNET_DISCONNECTED/)
  const page = await newPage({ baseURL: gateway.url })
  gateway.fail('POST /api/auth/login')
  await page.goto('/login')
  await fillLogin(page, emails.user, demoPassword)
  await expect(page.getByRole('alert')).toHaveText('ログインに失敗しました')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'ログインに失敗しましたサーバーに接続できませんでした。接続を確認して、もう一度お試しください。',
  )
  await page.context().setOffline(false)
})

test('a registration that fails at a gateway is reported and keeps its input', { tag: '@long' }, async ({
  gateway,
  pageOf,
}) => {
  const page = await pageOf('user', { baseURL: gateway.url })
  await openRegistration(page)
  await fillNames(page, uniqueNames())
  await chooseRequiredFiles(page)
  gateway.fail('POST /api/performers')
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toContainText(
    '出演者情報の登録に失敗しました。サーバー側で問題が発生しています。',
  )
  await expect(submitButton(page)).toBeEnabled()
})
