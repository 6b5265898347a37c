import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { enteredFacts } from '@kyc/contract/signing-vocabulary.ts'
import { listMails } from '@kyc/server/platform/mail/mail-folder.ts'
import type { Page } from '@playwright/test'
import type { Bench, Line } from '../bench.ts'
import { openSession } from '../sessions.ts'

/** Milliseconds that a practised reader needs for each step. */
const reader = { looks: 5_000, talk: 15_000, page: 30_000, decides: 15_000, code: 15_000, keeps: 5_000 }

const target = 360

/** A performer reads sheet and contract on the performer's page, signs, and receives the copy, on slow 3G (D101). */
export async function measureSigning(
  bench: Bench,
  performerId: string,
  openPhone: () => Promise<Page>,
): Promise<Line> {
  const email = `${performerId}@example.com`
  await offer(bench, performerId, email)
  const link = await inMail(bench, email, /\/my#token=[\w-]+/)
  const page = await openPhone()
  const start = performance.now()
  await page.goto(new URL(link, bench.product.url).href)
  const read = await sign(page, () => inMail(bench, email, /(?<=: )\d{6}\b/))
  const seconds = (performance.now() - start) / 1000
  const measure = `contract on slow 3G, from the mail to the receipt of the copy, of which a practised reader takes ${read / 1000} s`
  const product = `${Math.round(seconds)} s`
  return { measure, product, target: `< ${target} s`, reached: seconds < target }
}

/** Prepares a contract of the organisation, sends it, and records the talk. */
async function offer({ database, product, seed }: Bench, performerId: string, email: string): Promise<void> {
  const { headers } = await openSession(database.ownerUrl, product.url, seed.smallOwner)
  const send = async (method: string, path: string, body: object) => {
    const key = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const request = { method, headers: { ...headers, ...key }, body: JSON.stringify(body) }
    const reply = await fetch(`${product.url}/api${path}`, request)
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as { id: string; contractSha256: string; sheetSha256: string } // as needed below
  }
  const video = await send('POST', '/videos', { title: '計測の作品' })
  await send('POST', `/videos/${video.id}/performers`, { performerIds: [performerId] })
  const talk = { by: '計測 太郎', on: new Date().toISOString().slice(0, 10), language: '日本語' }
  const signing = await send('POST', `/videos/${video.id}/performers/${performerId}/signings`, {
    language: 'ja',
    contractTemplate: 'neutral-contract-ja',
    sheetTemplate: 'neutral-sheet-ja',
    facts: Object.fromEntries(enteredFacts.map((fact) => [fact, '契約書に書かれる内容。'.repeat(4)])),
    partnerIds: [],
    talk,
  })
  const { id, contractSha256, sheetSha256 } = signing
  await send('POST', `/signings/${id}/send`, { email, contractSha256, sheetSha256 })
  await send('PUT', `/signings/${id}/talk`, { ...talk, minutes: 30 })
}

/** Returns the milliseconds that the reader has taken. */
async function sign(page: Page, code: () => Promise<string>): Promise<number> {
  let read = 0
  const pause = async (milliseconds: number) => {
    read += milliseconds
    await page.waitForTimeout(milliseconds)
  }
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click({ timeout: 120_000 })
  const readPaper = async () => {
    const next = page.getByRole('button', { name: '次のページ' })
    for (;;) {
      await page.locator('canvas[role=img][width]').waitFor({ timeout: 120_000 })
      await pause(reader.page)
      if (await next.isDisabled()) return
      await next.click()
    }
  }
  await page.getByRole('button', { name: /^内容を確認する/ }).waitFor({ timeout: 120_000 })
  await pause(reader.looks)
  await press(/^内容を確認する/)
  await page.getByRole('button', { name: '説明書面へ進む' }).waitFor()
  await pause(reader.talk)
  await press('説明書面へ進む')
  await readPaper()
  await press('受け取りました')
  await page.getByRole('heading', { name: '契約書', exact: true }).waitFor()
  await readPaper()
  await press('最後まで読みました')
  await page.getByRole('button', { name: '確認コードを送る' }).waitFor()
  await pause(reader.decides)
  await press('確認コードを送る')
  const mailed = await code()
  await pause(reader.code)
  await page.getByLabel('確認コード（6桁）').fill(mailed)
  await press('この契約書に署名する')
  await page.getByRole('button', { name: '写しをダウンロード' }).waitFor({ timeout: 120_000 })
  await press('写しをダウンロード')
  await page.getByText('写しをダウンロードしました。').waitFor({ timeout: 120_000 })
  await pause(reader.keeps)
  await press('写しを受け取りました')
  await page.getByRole('heading', { name: '手続きは完了しました' }).waitFor({ timeout: 120_000 })
  return read
}

/** The part of the newest mail to the address that matches `pattern`. Waits up to a minute for it. */
async function inMail({ productEnv }: Bench, to: string, pattern: RegExp): Promise<string> {
  for (let tries = 0; tries < 120; tries++) {
    const mails = await listMails(join(productEnv.DATA_DIR ?? '', 'mails'), 50)
    const found = mails.filter((mail) => mail.to === to).map(({ text }) => pattern.exec(text)?.[0])[0]
    if (found) return found
    await sleep(500)
  }
  throw new Error(`no mail to ${to} has ${pattern}`)
}
