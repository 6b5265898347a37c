import { writeFile } from 'node:fs/promises'
import type { Page, Request } from '@playwright/test'
import { pictureOf, required } from '../setup/files.ts'
import { card, expectPicture, openPerformer, viewer } from '../setup/performer-page.ts'
import { findPerformers, fullName, type Names, registerPerformer, uniqueNames } from '../setup/records.ts'
import {
  chooseRequiredFiles,
  fillNames,
  nameField,
  openRegistration,
  performerAddress,
  slot,
  submitButton,
} from '../setup/registration-form.ts'
import { type Relay, startRelay } from '../setup/relay.ts'
import { test as base, expect } from '../setup/test.ts'

const MiB = 1024 * 1024

/**
 * A user's page whose connection to the server can be cut. The account is new, because its held uploads would delay
 * other journeys of a shared account.
 */
const test = base.extend<{ relay: Relay; owner: Page }>({
  relay: async ({ baseURL, faults }, use) => {
    faults.expect(/net::ERR_(?:EMPTY_RESPONSE|CONNECTION_RESET|CONNECTION_CLOSED|CONNECTION_REFUSED)/)
    const relay = await startRelay(baseURL ?? '')
    await use(relay)
    await relay.close()
  },
  owner: async ({ pageOf, newAccount, relay }, use) => {
    const page = await pageOf(await newAccount('user'), { baseURL: relay.url })
    await use(page)
    // Closed before its relay, because a page can still load resources at the end of a journey.
    await page.context().close()
  },
})

async function fillForm(page: Page, names: Names): Promise<void> {
  await openRegistration(page)
  await fillNames(page, names)
  await chooseRequiredFiles(page)
}

/** Fills the form with a picture so large that the relay holds it before its end. */
async function fillLargeForm(page: Page, names: Names, path: string): Promise<void> {
  await fillForm(page, names)
  await writeFile(path, await pictureOf(19 * MiB))
  await slot(page, 'selfieWithId').setInputFiles(path)
}

test('a retry after a lost reply returns the record, which is created once', { tag: '@long' }, async ({
  owner,
  relay,
}) => {
  const names = uniqueNames()
  await fillForm(owner, names)
  relay.loseNextReply()
  await submitButton(owner).click()
  await expect(owner).toHaveURL(performerAddress, { timeout: 20_000 })
  await expect(owner.getByRole('heading', { level: 1, name: fullName(names) })).toBeVisible()
  expect(relay.registrations).toMatchObject({ started: 2, replied: 1 })
  expect(await findPerformers(owner, names.firstName)).toHaveLength(1)
})

test('a request that is cut half-way is retried', { tag: '@long' }, async ({ owner, relay }) => {
  const names = uniqueNames()
  await fillForm(owner, names)
  relay.breakNextRequest(40_000)
  await submitButton(owner).click()
  await expect(owner).toHaveURL(performerAddress, { timeout: 20_000 })
  expect(relay.registrations.started).toBe(2)
  expect(await findPerformers(owner, names.firstName)).toHaveLength(1)
})

test('the form reports a missing connection, keeps its input, and registers once later', {
  tag: '@long',
}, async ({ owner, faults }) => {
  faults.expect(/net::ERR_INTERNET_DISCONNECTED/)
  // The reader of QR codes may not be loaded yet; the server reads the picture then.
  faults.expect(/wasm|ArrayBuffer instantiation/)
  const names = uniqueNames()
  await fillForm(owner, names)
  await owner.context().setOffline(true)
  await submitButton(owner).click()
  await expect(owner.getByRole('alert')).toContainText(
    '出演者情報の登録に失敗しました。サーバー側で問題が発生しています。',
    { timeout: 20_000 },
  )
  await expect(nameField(owner, 'firstName')).toHaveValue(names.firstName)
  await expect(owner.getByText('選択済み')).toHaveCount(3)
  await owner.context().setOffline(false)
  await submitButton(owner).click()
  await expect(owner).toHaveURL(performerAddress)
  expect(await findPerformers(owner, names.firstName)).toHaveLength(1)
})

test(
  'an upload shows its progress and locks the form; when cancelled it keeps the input',
  { tag: '@long' },
  async ({ owner, relay }, testInfo) => {
    const names = uniqueNames()
    await fillLargeForm(owner, names, testInfo.outputPath('held.jpg'))
    relay.holdRequests(300_000)
    await submitButton(owner).click()

    const sending = owner.getByRole('button', { name: '登録中...' })
    await expect(sending).toBeDisabled()
    await expect(owner.getByText('書類を送信しています')).toBeVisible()
    await expect(owner.getByRole('progressbar', { name: '書類の送信' })).toBeVisible()
    await expect(owner.getByRole('progressbar', { name: '身分証明書を持った本人写真：送信中' })).toBeVisible()
    await expect(owner.getByText('送信済み')).toHaveCount(3)
    await expect(owner.getByText(/^4件中3件完了・/)).toBeVisible()
    await expect(nameField(owner, 'lastName')).not.toBeEditable()
    await expect(slot(owner, 'selfie')).toBeHidden()

    await owner.getByRole('button', { name: '送信を中止' }).click()
    await expect(owner.getByRole('alert')).toContainText(
      '送信を中止しました。入力した内容と選択した書類はそのまま残っています。',
    )
    await expect(nameField(owner, 'firstName')).toHaveValue(names.firstName)
    await expect(owner.getByText('選択済み')).toHaveCount(4)
    expect(await findPerformers(owner, names.firstName)).toHaveLength(0)

    relay.release()
    await submitButton(owner).click()
    await expect(owner).toHaveURL(performerAddress)
    expect(await findPerformers(owner, names.firstName)).toHaveLength(1)
  },
)

test('documents whose details fail to load are shown without them, with a message', { tag: '@long' }, async ({
  owner,
  relay,
}) => {
  const performer = await registerPerformer(owner)
  const unavailable = owner.getByText('書類の詳細情報を取得できませんでした', { exact: true })
  relay.cutRequests(`GET /api/performers/${performer.id}/documents/metadata `)
  await openPerformer(owner, performer)
  await expect(unavailable).toBeVisible()
  await expect(owner.getByText('3件を提出済み')).toBeVisible()
  await expect(card(owner, 'idFront').getByText(/JPEG・/)).toBeVisible()
  await expect(card(owner, 'idFront')).not.toContainText('×')

  relay.cutRequests()
  await owner.reload()
  await expect(card(owner, 'idFront')).toContainText(/\d+×\d+/)
  await expect(unavailable).toBeHidden()
})

test('a removed file is not sent', { tag: '@long' }, async ({ owner }) => {
  const names = uniqueNames()
  await fillForm(owner, names)
  await slot(owner, 'idBack').setInputFiles(required.selfie)
  await owner.getByRole('button', { name: '身分証明書裏面を取り除く' }).click()
  await submitButton(owner).click()
  await expect(owner).toHaveURL(performerAddress)
  await expect(owner.getByRole('article', { name: '身分証明書表面' })).toBeVisible()
  await expect(owner.getByRole('article', { name: '身分証明書裏面' })).toBeHidden()
})

test('without a connection the viewer opens, reports that its picture is not loaded, and loads it later', {
  tag: '@long',
}, async ({ owner, faults }) => {
  faults.expect(/net::ERR_INTERNET_DISCONNECTED/)
  const performer = await registerPerformer(owner)
  await openPerformer(owner, performer)
  await owner.context().setOffline(true)
  const open = owner.getByRole('button', { name: '身分証明書表面を表示' })
  await open.click()
  const message = viewer(owner).getByRole('alert').filter({ hasText: '画像の読み込みに失敗しました。' })
  await expect(message).toBeVisible({ timeout: 20_000 })
  await owner.context().setOffline(false)
  await message.getByRole('button', { name: '再試行' }).click()
  await expectPicture(owner, 'idFront')
  await owner.keyboard.press('Escape')
  await expect(open).toBeFocused()
})

test('when code of the pages fails to load, the form keeps its input, and an accepted registration is reported', {
  tag: '@long',
}, async ({ owner, pageOf, relay, faults }) => {
  faults.expect(/dynamically imported module|Unable to preload CSS/)
  const names = uniqueNames()
  await openRegistration(owner)
  relay.cutRequests('GET /assets/')
  await fillNames(owner, names)
  await chooseRequiredFiles(owner)
  await expect(owner.getByText('選択済み')).toHaveCount(3)
  await submitButton(owner).click()
  await expect(owner.getByRole('status').filter({ hasText: 'を登録しました' })).toBeVisible()
  await expect(owner.getByRole('heading', { name: '画面を表示できませんでした' })).toBeVisible()
  relay.cutRequests()
  await owner.getByRole('button', { name: '再試行' }).click()
  await expect(owner.getByRole('heading', { level: 1, name: fullName(names) })).toBeVisible()

  await test.step('the first input loads the code of the previews and of the next page', async () => {
    const later = await pageOf('user', { baseURL: relay.url })
    await openRegistration(later)
    const code = [/\/assets\/open-pdf-.*\.js$/, /\/assets\/PerformerPage-.*\.js$/]
    const requested = code.map((name) => later.waitForRequest(name))
    const loading = new Set<Request>() // the code of a page needs the files that it imports
    later.on('request', (request) => request.url().includes('/assets/') && loading.add(request))
    later.on('requestfinished', (request) => loading.delete(request))
    await nameField(later, 'lastName').fill('試験')
    await Promise.all(requested)
    await expect.poll(() => loading.size).toBe(0)
    relay.cutRequests('GET /assets/')
    const next = uniqueNames()
    await fillNames(later, next)
    await chooseRequiredFiles(later)
    await submitButton(later).click()
    await expect(later.getByRole('heading', { level: 1, name: fullName(next) })).toBeVisible()
    await later.context().close()
  })
})

test('a second press during a registration creates no second record', { tag: '@long' }, async ({
  owner,
  relay,
}) => {
  const names = uniqueNames()
  await fillForm(owner, names)
  relay.holdRequests(1000)
  await submitButton(owner).dblclick()
  await expect(owner.getByRole('button', { name: '登録中...' })).toBeVisible()
  await nameField(owner, 'lastName').press('Enter')
  relay.release()
  await expect(owner).toHaveURL(performerAddress)
  expect(relay.registrations.started).toBe(1)
  expect(await findPerformers(owner, names.firstName)).toHaveLength(1)
})
