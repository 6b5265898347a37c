import { join } from 'node:path'
import { listMails } from '@kyc/server/platform/mail/mail-folder.ts'
import { expect, type Page } from '@playwright/test'

// What the pictures of signings need of the demo.

const signedVideo = '見本作品 第4集（契約中）'

/** Opens the signing of the performer who has asked a question. */
export async function openSigning(page: Page): Promise<void> {
  await page.getByRole('link', { name: signedVideo, exact: true }).click()
  await page.getByRole('link', { name: '契約と書類' }).click()
  await page.getByRole('link', { name: '海野 なぎさの署名の依頼' }).click()
  await page.getByRole('heading', { name: '海野 なぎささんの署名' }).waitFor()
}

/** The link to the page of that performer, from the newest mail with such a link. */
export async function pageLink(dataDir: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const mails = await listMails(join(dataDir, 'mails'), 10)
        link = mails.map(({ text }) => /\/my#token=[\w-]+/.exec(text)?.[0]).find((found) => found)
        return link
      },
      { timeout: 40_000 },
    )
    .toBeDefined()
  return link ?? ''
}

/** The copy that a performer of the demo has received. */
export async function signedCopy(page: Page): Promise<Buffer> {
  await page.getByRole('link', { name: signedVideo, exact: true }).click()
  await page.getByRole('heading', { name: signedVideo }).waitFor()
  const [, id] = /\/videos\/([\w-]+)/.exec(page.url()) ?? []
  const signings = await (await page.request.get(`/api/videos/${id}/signings`)).json()
  const { performerId } = (signings as { state: string; performerId: string }[]).find(
    ({ state }) => state === 'copyReceived',
  ) ?? { performerId: '' }
  return (await page.request.get(`/api/videos/${id}/performers/${performerId}/papers/contract`)).body()
}
