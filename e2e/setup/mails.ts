import { expect, type Page } from '@playwright/test'

/** Queues are looked into every two seconds, and a link takes two of them one after the other. */
const delivery = 40_000

/** The link of the newest mail to `to` that leads to `path`, read where a person in demo mode reads mails. */
export async function linkInMail(
  page: Page,
  to: string,
  path: '/invite' | '/password-reset' | '/verify-email',
): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      async () => {
        link = await findLink(page, to, path)
        return link
      },
      { message: `a mail to ${to} with a link to ${path}`, timeout: delivery },
    )
    .toBeDefined()
  return link ?? ''
}

/** Waits for a mail to `to` that holds `words`; what `page` shows of it is the answer. */
export async function mailWith(page: Page, to: string, words: string): Promise<string> {
  let found: string | undefined
  await expect
    .poll(
      async () => {
        found = (await mailsTo(page, to)).find((text) => text.includes(words))
        return found !== undefined
      },
      { message: `a mail to ${to} with ${words}`, timeout: delivery },
    )
    .toBe(true)
  return found ?? ''
}

async function findLink(page: Page, to: string, path: string): Promise<string | undefined> {
  for (const text of await mailsTo(page, to)) {
    const link = new RegExp(`${path}#token=[\\w-]+`).exec(text)?.[0]
    if (link) return link
  }
  return undefined
}

/** The mails to `to` as their pages show them, newest first. */
async function mailsTo(page: Page, to: string): Promise<string[]> {
  const list = await (await page.request.get('/dev/mail')).text()
  const rows = list.split('<tr>').filter((row) => row.includes(`<td>${to}</td>`))
  const mails = rows.flatMap((row) => /href="(\/dev\/mail\/[^"]+)"/.exec(row)?.[1] ?? [])
  return Promise.all(mails.map(async (mail) => (await page.request.get(mail)).text()))
}
