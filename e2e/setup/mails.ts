import { expect, type Page } from '@playwright/test'

/** Queues are looked into every two seconds, and a link takes two of them one after the other. */
const delivery = 40_000

/** The link of the newest mail to `to` that leads to `path`, read where a person in demo mode reads mails. */
export async function linkInMail(
  page: Page,
  to: string,
  path: '/invite' | '/password-reset',
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

async function findLink(page: Page, to: string, path: string): Promise<string | undefined> {
  const list = await (await page.request.get('/dev/mail')).text()
  const rows = list.split('<tr>').filter((row) => row.includes(`<td>${to}</td>`))
  for (const row of rows) {
    const mail = /href="(\/dev\/mail\/[^"]+)"/.exec(row)?.[1]
    const text = mail ? await (await page.request.get(mail)).text() : ''
    const link = new RegExp(`${path}#token=[\\w-]+`).exec(text)?.[0]
    if (link) return link
  }
  return undefined
}
