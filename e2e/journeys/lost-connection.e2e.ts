import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { pictureOf, required } from '../setup/files.ts'
import { card, openPerformer } from '../setup/performer-page.ts'
import { fullName, type Names, performersCalled, registerPerformer, someone } from '../setup/records.ts'
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

/** A user's page whose connection to the server can be cut. */
const test = base.extend<{ relay: Relay; owner: Page }>({
  relay: async ({ baseURL, faults }, use) => {
    faults.expect(/net::ERR_(?:EMPTY_RESPONSE|CONNECTION_RESET|CONNECTION_CLOSED|CONNECTION_REFUSED)/)
    const relay = await startRelay(baseURL ?? '')
    await use(relay)
    await relay.close()
  },
  owner: async ({ pageOf, relay }, use) => {
    const page = await pageOf('user', { baseURL: relay.url })
    await use(page)
    // Before its connection: at the end of a journey a page still loads parts of itself.
    await page.context().close()
  },
})

async function fillForm(page: Page, person: Names): Promise<void> {
  await openRegistration(page)
  await fillNames(page, person)
  await chooseRequiredFiles(page)
}

/** Fills the form with a picture so large that it can't be through before the relay holds it. */
async function fillLargeForm(page: Page, person: Names, path: string): Promise<void> {
  await fillForm(page, person)
  await writeFile(path, await pictureOf(19 * MiB))
  await slot(page, 'selfieWithId').setInputFiles(path)
}

test('an answer that is lost after the record was made is fetched by a retry, and nobody is there twice', async ({
  owner,
  relay,
}) => {
  const person = someone()
  await fillForm(owner, person)
  relay.loseNextAnswer()
  await submitButton(owner).click()
  await expect(owner).toHaveURL(performerAddress, { timeout: 20_000 })
  await expect(owner.getByRole('heading', { level: 1, name: fullName(person) })).toBeVisible()
  expect(relay.registrations).toMatchObject({ begun: 2, answered: 1 })
  expect(await performersCalled(owner, person.firstName)).toHaveLength(1)
})

test('a request that broke off half-way is sent again by itself', async ({ owner, relay }) => {
  const person = someone()
  await fillForm(owner, person)
  relay.breakNextRequest(40_000)
  await submitButton(owner).click()
  await expect(owner).toHaveURL(performerAddress, { timeout: 20_000 })
  expect(relay.registrations.begun).toBe(2)
  expect(await performersCalled(owner, person.firstName)).toHaveLength(1)
})

test('without any connection the form says so, keeps everything, and registers once when it is back', async ({
  owner,
  faults,
}) => {
  faults.expect(/net::ERR_INTERNET_DISCONNECTED/)
  const person = someone()
  await fillForm(owner, person)
  await owner.context().setOffline(true)
  await submitButton(owner).click()
  await expect(owner.getByRole('alert')).toContainText(
    '出演者情報の登録に失敗しました。サーバー側で問題が発生しています。',
    { timeout: 20_000 },
  )
  await expect(nameField(owner, 'firstName')).toHaveValue(person.firstName)
  await expect(owner.getByText('選択済み')).toHaveCount(3)
  await owner.context().setOffline(false)
  await submitButton(owner).click()
  await expect(owner).toHaveURL(performerAddress)
  expect(await performersCalled(owner, person.firstName)).toHaveLength(1)
})

test('while sending the form shows how far it is and holds still; when stopped it keeps everything', async ({
  owner,
  relay,
}, testInfo) => {
  const person = someone()
  await fillLargeForm(owner, person, testInfo.outputPath('held.jpg'))
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
  await expect(nameField(owner, 'firstName')).toHaveValue(person.firstName)
  await expect(owner.getByText('選択済み')).toHaveCount(4)
  expect(await performersCalled(owner, person.firstName)).toHaveLength(0)

  relay.release()
  await submitButton(owner).click()
  await expect(owner).toHaveURL(performerAddress)
  expect(await performersCalled(owner, person.firstName)).toHaveLength(1)
})

test('documents whose details are lost on the way are shown without them, and the page says so', async ({
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

test('a file that is taken out before sending is not sent', async ({ owner }) => {
  const person = someone()
  await fillForm(owner, person)
  await slot(owner, 'idBack').setInputFiles(required.selfie)
  await owner.getByRole('button', { name: '身分証明書裏面を取り除く' }).click()
  await submitButton(owner).click()
  await expect(owner).toHaveURL(performerAddress)
  await expect(owner.getByRole('article', { name: '身分証明書表面' })).toBeVisible()
  await expect(owner.getByRole('article', { name: '身分証明書裏面' })).toBeHidden()
})

test('a second press while the first is on its way registers nobody twice', async ({ owner, relay }) => {
  const person = someone()
  await fillForm(owner, person)
  relay.holdRequests(1000)
  await submitButton(owner).dblclick()
  await expect(owner.getByRole('button', { name: '登録中...' })).toBeVisible()
  await nameField(owner, 'lastName').press('Enter')
  relay.release()
  await expect(owner).toHaveURL(performerAddress)
  expect(relay.registrations.begun).toBe(1)
  expect(await performersCalled(owner, person.firstName)).toHaveLength(1)
})
