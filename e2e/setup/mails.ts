import { expect, type Page } from '@playwright/test'

/** Queues are polled every two seconds, and a link passes through two of them. */
const delivery = 40_000

/** The link to `path` in the newest mail to `to`, read from the mail page of demo mode. */
export async function linkInMail(
  page: Page,
  to: string,
  path: '/invite' | '/my' | '/p' | '/password-reset' | '/verify-email',
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

/** Waits for a mail to `to` that contains `text`, and returns its page. */
export async function mailWith(page: Page, to: string, text: string): Promise<string> {
  let mail: string | undefined
  await expect
    .poll(
      async () => {
        mail = (await mailsTo(page, to)).find((each) => each.includes(text))
        return mail !== undefined
      },
      { message: `a mail to ${to} with ${text}`, timeout: delivery },
    )
    .toBe(true)
  return mail ?? ''
}

async function findLink(page: Page, to: string, path: string): Promise<string | undefined> {
  for (const text of await mailsTo(page, to)) {
    const link = new RegExp(`${path}#token=[\\w-]+`).exec(text)?.[0]
    if (link) return link
  }
  return undefined
}

/** The pages of the mails to `to`, newest first. */
async function mailsTo(page: Page, to: string): Promise<string[]> {
  const list = await (await page.request.get('/dev/mail')).text()
  const rows = list.split('<tr>').filter((row) => row.includes(`<td>${to}</td>`))
  const mails = rows.flatMap((row) => /href="(\/dev\/mail\/[^"]+)"/.exec(row)?.[1] ?? [])
  return Promise.all(mails.map(async (mail) => (await page.request.get(mail)).text()))
}
