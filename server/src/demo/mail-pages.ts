import { createHash } from 'node:crypto'
import { dateTimeInWords } from '@kyc/contract/dates.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { listMails, readMail, type StoredMail } from '../platform/mail/mail-folder.ts'
import { Problem } from '../platform/problem.ts'
import { isLoopback } from '../platform/settings/environment.ts'
import { escapeHtml } from '../platform/text/escape-html.ts'

const shown = 100

const style = `
body { font: 15px/1.6 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1f2937 }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .4rem .6rem }
tr { border-bottom: 1px solid #d1d5db } th { white-space: nowrap; vertical-align: top }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f3f4f6; padding: 1rem; border-radius: .4rem }
iframe { width: 100%; height: 40rem; border: 1px solid #d1d5db; border-radius: .4rem }
`
const hash = createHash('sha256').update(style).digest('base64')
// Mails use style attributes. Their frame inherits this policy, so it cannot run scripts or load anything.
const policy = `default-src 'none'; style-src 'sha256-${hash}'; style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/**
 * Shows the mails of folderTransport at /dev/mail (D43). They contain links that give access to accounts, so
 * the pages exist in demo mode only and serve this machine only.
 */
export function registerMailPages(app: FastifyInstance, folder: string): void {
  const config = { policy: 'public' } as const
  app.get('/dev/mail', { config }, async (request, reply) => {
    refuseOthers(request.info.ip)
    return sendPage(reply, 'メール', listPage(await listMails(folder, shown)))
  })
  app.get<{ Params: { id: string } }>('/dev/mail/:id', { config }, async (request, reply) => {
    refuseOthers(request.info.ip)
    const mail = await readMail(folder, request.params.id)
    if (!mail) throw new Problem('NOT_FOUND')
    return sendPage(reply, mail.subject, mailPage(mail))
  })
}

function refuseOthers(ip: string | null): void {
  if (ip === null || !isLoopback(ip.replace(/^::ffff:/, ''))) throw new Problem('NOT_FOUND')
}

function sendPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('content-type', 'text/html; charset=utf-8')
    .send(`<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width"><style>${style}</style></head><body>${body}</body></html>`)
}

function listPage(mails: readonly StoredMail[]): string {
  const rows = mails.map(
    (mail) =>
      `<tr><td>${timeOf(mail)}</td><td>${escapeHtml(mail.to)}</td><td><a href="/dev/mail/${mail.id}">${escapeHtml(mail.subject)}</a></td></tr>`,
  )
  return `<h1>メール</h1>
<p>デモモードではメールを送信せず、ここに新しい順に${shown}件まで表示します。</p>
${
  rows.length === 0
    ? '<p>メールはまだありません。</p>'
    : `<table><thead><tr><th>日時</th><th>宛先</th><th>件名</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}`
}

function mailPage(mail: StoredMail): string {
  const frame = `<base target="_blank">${mail.html}`
  return `<p><a href="/dev/mail">メールの一覧</a></p><h1>${escapeHtml(mail.subject)}</h1>
<table><tbody><tr><th>宛先</th><td>${escapeHtml(mail.to)}</td></tr><tr><th>日時</th><td>${timeOf(mail)}</td></tr></tbody></table>
<h2>テキスト</h2><pre>${withLinks(mail.text)}</pre>
<h2>HTML</h2><iframe title="HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(frame)}"></iframe>`
}

function timeOf({ at }: StoredMail): string {
  return dateTimeInWords(at.toISOString(), { seconds: true })
}

/** Escapes a text and turns its addresses into links. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((piece, at) =>
      at % 2 === 1 ? `<a href="${escapeHtml(piece)}">${escapeHtml(piece)}</a>` : escapeHtml(piece),
    )
    .join('')
}
