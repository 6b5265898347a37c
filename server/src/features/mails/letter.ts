import type { Mail } from '../../platform/mail/mail.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'

/** A mail as a list of parts. Text and HTML are both rendered from it, so that they can't differ. */
export interface Letter {
  /** Fixed text only, without user input. */
  readonly subject: string
  readonly parts: readonly LetterPart[]
  /** The language of greeting and footer; Japanese by default. */
  readonly language?: 'ja' | 'en'
  /** Address for replies; without one, the footer states that replies are not received. */
  readonly replyTo?: string
  /** Greets without the name of the account, which its owner has not chosen (D115). */
  readonly anonymous?: true
  /** The performers whose personal data it contains. */
  readonly about?: readonly string[]
}

export type LetterPart =
  /** A paragraph. */
  | string
  | { readonly facts: readonly Fact[] }
  | { readonly list: readonly string[] }
  /** User input, possibly of several lines, marked as a quotation. */
  | { readonly quote: string }
  | { readonly link: URL; readonly label: string }

/** Values are stripped of links because users choose their names (D56), except `exact` ones. */
export type Fact = readonly [label: string, value: string, how?: 'exact']

/** The fixed texts. English letters have no name and no address for replies. */
const frames = {
  ja: {
    product: '【本人確認管理システム】',
    anonymous: 'このメールを受け取られた方へ',
    notice: 'このメールは本人確認管理システムが自動で送信しています。',
    noReplies: '返信はお受けできません。',
    help: 'ボタンが使えない場合は、次のアドレスをブラウザで開いてください。',
  },
  en: {
    product: '[Identity verification] ',
    anonymous: 'Hello,',
    notice: 'This mail was sent automatically by the identity verification system. ',
    noReplies: 'Replies are not received.',
    help: 'If the button does not work, open this address in your browser.',
  },
}

/**
 * Renders `letter` for one recipient; `name` is null if the address is not verified. User input is
 * neutralised in text and HTML: no markup, no additional lines, and no links in names.
 */
export function writeMail(to: { address: string; name: string | null }, letter: Letter): Mail {
  const language = letter.language ?? 'ja'
  const frame = frames[language]
  const greeting = to.name === null || letter.anonymous ? frame.anonymous : `${withoutLinks(to.name)} 様`
  const footer = `${frame.notice}${letter.replyTo === undefined ? frame.noReplies : `返信は ${letter.replyTo} に届きます。`}`
  const parts = letter.parts.map((part) => htmlOf(part, frame.help))
  const body = [`<p>${escapeHtml(greeting)}</p>`, ...parts].join('\n')
  return {
    to: to.address,
    subject: frame.product + letter.subject,
    text: [greeting, ...letter.parts.map(textOf), `--\n${footer}`].join('\n\n').concat('\n'),
    html: page(language, letter.subject, body, footer),
    ...(letter.replyTo === undefined ? {} : { replyTo: letter.replyTo }),
    ...(letter.about === undefined ? {} : { about: letter.about }),
  }
}

function textOf(part: LetterPart): string {
  if (typeof part === 'string') return part
  if ('facts' in part) return part.facts.map((fact) => `${fact[0]}: ${factText(fact)}`).join('\n')
  if ('list' in part) return part.list.map((item) => `・${withoutLinks(item)}`).join('\n')
  if ('quote' in part)
    return linesOf(part.quote)
      .map((line) => `> ${line}`)
      .join('\n')
  return `${part.label}:\n${part.link.href}`
}

const colours = { text: '#1f2937', faint: '#6b7280', line: '#d1d5db', button: '#1d4ed8' }

function htmlOf(part: LetterPart, help: string): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`
  if ('facts' in part) {
    const rows = part.facts.map(
      (fact) =>
        `<tr><th align="left" style="padding:2px 16px 2px 0;font-weight:normal;color:${colours.faint}">${escapeHtml(fact[0])}</th><td style="padding:2px 0">${escapeHtml(factText(fact))}</td></tr>`,
    )
    return `<table role="presentation">${rows.join('')}</table>`
  }
  if ('list' in part) {
    return `<ul>${part.list.map((item) => `<li>${escapeHtml(withoutLinks(item))}</li>`).join('')}</ul>`
  }
  if ('quote' in part) {
    const lines = linesOf(part.quote).map(escapeHtml).join('<br>')
    return `<blockquote style="margin:0;padding:8px 16px;border-left:4px solid ${colours.line}">${lines}</blockquote>`
  }
  const href = escapeHtml(part.link.href)
  return `<p><a href="${href}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:${colours.button};color:#ffffff;text-decoration:none">${escapeHtml(part.label)}</a></p>
<p style="font-size:13px;color:${colours.faint}">${help}<br>${href}</p>`
}

function page(language: string, title: string, body: string, footer: string): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;font-family:sans-serif;font-size:15px;line-height:1.7;color:${colours.text}">
<div style="max-width:560px;margin:0 auto">
${body}
<p style="margin-top:32px;padding-top:12px;border-top:1px solid ${colours.line};font-size:13px;color:${colours.faint}">${escapeHtml(footer)}</p>
</div></body></html>
`
}

function factText([, value, how]: Fact): string {
  return how === 'exact' ? oneLine(value) : withoutLinks(value)
}

/**
 * User input on one line that no mail program turns into a link: removes schemes and inserts a space between
 * labels that resemble a domain. "J.R.Smith" remains readable as "J. R. Smith".
 */
function withoutLinks(text: string): string {
  return oneLine(text)
    .replace(/[a-z][a-z\d+.-]*\p{DI}*[:：]\p{DI}*(?:[/／\\]\p{DI}*)+/giu, '')
    .replace(/(?<=[\p{L}\p{M}\p{N}]\p{DI}*)([.．｡])(?=\p{DI}*[\p{L}\p{N}])/gu, '$1 ')
}

/** Strips line breaks and bidi control characters, so that user input can't imitate lines of the mail. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ').trim()
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).map(oneLine)
}
