import { Beacons } from '../setup/beacons.ts'
import { required } from '../setup/files.ts'
import { uniqueNames } from '../setup/records.ts'
import {
  chooseRequiredFiles,
  fillNames,
  nameField,
  openRegistration,
  performerAddress,
  slot,
} from '../setup/registration-form.ts'
import { demoNames, demoPassword, emails, expect, test } from '../setup/test.ts'

test('キャンセル returns to the list; it counts as abandonment only after the first input', {
  tag: '@long',
}, async ({ pageOf }) => {
  const page = await pageOf('user')
  const beacons = await Beacons.of(page)
  await openRegistration(page)
  await page.getByRole('button', { name: 'キャンセル' }).click()
  await expect(page).toHaveURL(/\/performers$/)
  await page.getByRole('link', { name: '出演者を登録' }).click()
  await nameField(page, 'lastName').fill('試験')
  await nameField(page, 'lastName').fill('')
  await page.getByRole('button', { name: 'キャンセル' }).click()
  await expect(page).toHaveURL(/\/performers$/)
  await beacons.expectForms('form_start', 'form_abandon')
})

test('leaving a filled form asks for confirmation, and staying keeps the input', { tag: '@long' }, async ({
  pageOf,
}) => {
  const page = await pageOf('user')
  const beacons = await Beacons.of(page)
  await page.goto('/performers')
  await page.getByRole('link', { name: '出演者を登録' }).click()
  await nameField(page, 'lastName').fill('試験')
  await beacons.expectForms('form_start')

  const question = page.getByRole('dialog', { name: '入力内容の破棄' })
  for (const leave of [
    () => page.getByRole('button', { name: 'キャンセル' }).click(),
    () => page.getByRole('link', { name: '監査ログ' }).click(),
    () => page.goBack(),
  ]) {
    await leave()
    await expect(question).toContainText('このページを離れると、入力した内容と選択した書類は失われます。')
    await expect(question.getByRole('button', { name: '入力に戻る' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(page).toHaveURL(/\/performers\/add$/)
    await expect(nameField(page, 'lastName')).toHaveValue('試験')
  }

  await page.getByRole('button', { name: 'キャンセル' }).click()
  await question.getByRole('button', { name: '破棄して移動' }).click()
  await expect(page).toHaveURL(/\/performers$/)
  await beacons.expectForms('form_start', 'form_abandon')
})

test('closing or reloading the window with a selected file asks for confirmation', { tag: '@long' }, async ({
  pageOf,
}) => {
  const page = await pageOf('user')
  await openRegistration(page)
  await slot(page, 'selfie').setInputFiles(required.selfie)
  await expect(page.getByText('選択済み')).toBeVisible()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(page.getByText('選択済み')).toBeVisible()
})

test('leaving an untouched or a sent form asks nothing', { tag: '@long' }, async ({ pageOf }) => {
  const page = await pageOf('user')
  const beacons = await Beacons.of(page)
  await openRegistration(page)
  await page.getByRole('link', { name: '監査ログ' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '監査ログ' })).toBeVisible()

  await openRegistration(page)
  await fillNames(page, uniqueNames())
  await chooseRequiredFiles(page)
  await page.getByRole('button', { name: '登録', exact: true }).click()
  await expect(page.getByRole('button', { name: '編集' })).toBeVisible()
  await beacons.expectForms('form_start', 'form_complete')
  await page.getByRole('link', { name: '監査ログ' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '監査ログ' })).toBeVisible()
})

test('/add-performer shows the registration form', { tag: '@long' }, async ({ pageOf }) => {
  const page = await pageOf('user')
  await page.goto('/add-performer')
  await expect(page.getByRole('heading', { level: 1, name: '出演者情報登録' })).toBeVisible()
})

test('a file dropped outside the slots does not replace the page', { tag: '@long' }, async ({ pageOf }) => {
  const page = await pageOf('user')
  await openRegistration(page)
  const prevented = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() })
    heading.dispatchEvent(event)
    return event.defaultPrevented
  })
  expect(prevented).toBe(true)
})

test('analytics events contain routes and never a record or a name', { tag: '@long' }, async ({ pageOf }) => {
  const page = await pageOf('user')
  const names = uniqueNames()
  const beacons = await Beacons.of(page)
  await openRegistration(page)
  await fillNames(page, names)
  await chooseRequiredFiles(page)
  await page.getByRole('button', { name: '登録', exact: true }).click()
  await expect(page).toHaveURL(performerAddress)
  await expect.poll(() => JSON.stringify(beacons.events)).toContain('"page":"/performers/{id}"')
  const sent = JSON.stringify(beacons.events)
  const id = new URL(page.url()).pathname.split('/').at(-1)
  for (const secret of [id, ...Object.values(names)]) expect(sent).not.toContain(secret)
})

test('the form is cleared when another account signs in at the same browser', async ({ pageOf }) => {
  const page = await pageOf('user')
  await openRegistration(page)
  await fillNames(page, uniqueNames())
  await chooseRequiredFiles(page)
  await expect(page.getByRole('button', { name: '登録', exact: true })).toBeEnabled()

  // Signs in without a sign-out before, as single sign-on and the sign-in for a partner do.
  const tab = await page.context().newPage()
  await tab.goto('/terms')
  const status = await tab.evaluate(
    async (account) => {
      const { csrfToken } = await (await fetch('/api/auth/csrf-token')).json()
      const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken }
      return (await fetch('/api/auth/login', { method: 'POST', headers, body: JSON.stringify(account) }))
        .status
    },
    { email: emails.admin, password: demoPassword },
  )
  expect(status).toBe(200)

  await expect(page.getByRole('banner')).toContainText(demoNames.admin)
  await expect(nameField(page, 'lastName')).toHaveValue('')
  await expect(page.getByRole('button', { name: '登録', exact: true })).toBeDisabled()
})
