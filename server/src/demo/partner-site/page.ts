import { dateTimeInWords } from '@kyc/contract/dates.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import type { CheckedCallback } from './check-callback.ts'

/** The possible responses to callbacks, so that failures can be tried out too. */
export const responses = [
  { status: 204, label: '正常に受け取る（204）' },
  { status: 500, label: 'エラーを返す（500）' },
  { status: 410, label: '廃止したと返す（410）' },
] as const

export interface StartPage {
  readonly link: URL
  readonly status: number
  readonly received: readonly CheckedCallback[]
}

/** The page with the link that starts a KYC session, and the received results. */
export function startPage({ link, status, received }: StartPage): string {
  return page(
    'デモ提携サイト',
    `<p>本人確認を依頼する側のサイトの見本です。ボタンを押すと、必要なパラメータを付けて本人確認のページに移動します。</p>
<p><a class="button" href="${escapeHtml(link.href)}">本人確認をはじめる</a></p>
<details><summary>送るパラメータを見る</summary>${table([...link.searchParams])}</details>
<h2>受け取った結果</h2>
${received.length === 0 ? '<p class="faint">まだありません。</p>' : received.map(resultCard).join('\n')}
<p><a href="/">最新の状態を表示する</a></p>
<h2>結果への応答</h2>
<p>送信の失敗と再送を試すときは、応答を変えてください。</p>
<form method="post" action="/answer"><div class="row">${responses.map((each) => responseButton(each, status)).join('')}</div></form>`,
  )
}

export interface ReturnPage {
  readonly query: readonly (readonly [string, string])[]
  /** The result of the same KYC session, if it was received. */
  readonly received: CheckedCallback | undefined
}

/** The page that the browser returns to. */
export function returnPage({ query, received }: ReturnPage): string {
  return page(
    'おかえりなさい',
    `<p>本人確認のページから戻りました。アドレスに付いていた値は次のとおりです。</p>
${table(query)}
<h2>サーバーで受け取った結果</h2>
${received ? resultCard(received) : '<p class="faint">この訪問の結果は受け取っていません。</p>'}
<p class="faint">アドレスの値は利用者が書き換えられます。提携先のサーバーは、署名を確かめた結果だけを信用してください。</p>
<p><a class="button" href="/">はじめに戻る</a></p>`,
  )
}

function resultCard({ at, id, body, signature, token }: CheckedCallback): string {
  return `<section><p><b>${dateTimeInWords(at.toISOString(), { seconds: true })}</b></p>
<p>${verdict('署名（Standard Webhooks）', signature)}<br>${verdict('id_token', token)}</p>
<p class="faint">webhook-id: <code>${escapeHtml(id)}</code></p>
<pre tabindex="0" aria-label="受け取った内容">${escapeHtml(pretty(body))}</pre></section>`
}

function verdict(what: string, fault: string | null): string {
  return fault === null
    ? `<span class="good">✓ ${what}を確認しました</span>`
    : `<span class="bad">✗ ${what}を確認できませんでした（${escapeHtml(fault)}）</span>`
}

function responseButton({ status, label }: (typeof responses)[number], current: number): string {
  const pressed = status === current
  return `<button name="status" value="${status}" aria-pressed="${pressed}">${pressed ? '● ' : ''}${label}</button>`
}

function table(rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(
    ([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  return `<table>${lines.join('')}</table>`
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

const styles = `
:root { color-scheme: light dark; --bg: light-dark(#f4f6f8, #13171c); --card: light-dark(#fff, #1b2027);
  --line: light-dark(#dee3e9, #2e363f); --text: light-dark(#1c232b, #e6e9ed); --faint: light-dark(#4e5965, #aeb7c2);
  --accent: light-dark(#1d4b98, #8fb4f2); --good: light-dark(#14683a, #7ed6a1); --bad: light-dark(#b02318, #ff9d93) }
body { margin: 0; padding: 24px 16px; background: var(--bg); color: var(--text); line-height: 1.7; font-size: 15px;
  font-family: "Hiragino Sans", "Noto Sans JP", "Yu Gothic UI", Meiryo, "Noto Sans CJK JP", sans-serif }
main { max-width: 640px; margin: 0 auto; padding: 8px 24px 16px; background: var(--card);
  border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere }
h1 { font-size: 22px } h2 { margin-top: 32px; font-size: 16px } a, summary { color: var(--accent) }
.button { display: inline-block; padding: 10px 24px; border-radius: 6px; background: #1d4b98; color: #fff;
  font-weight: 700; text-decoration: none }
.row { display: flex; flex-wrap: wrap; gap: 8px }
button { min-height: 44px; padding: 0 16px; border: 1px solid var(--line); border-radius: 6px; font: inherit;
  background: var(--card); color: var(--text) }
button[aria-pressed=true] { border-color: var(--accent); color: var(--accent); font-weight: 700 }
section { margin: 16px 0; padding: 4px 16px; border: 1px solid var(--line); border-radius: 6px }
table { width: 100%; border-collapse: collapse; font-size: 14px }
th, td { padding: 6px 8px 6px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top }
th { width: 9em; font-weight: 400; color: var(--faint) }
pre { max-height: 20em; overflow: auto; padding: 12px; background: var(--bg); font-size: 13px; white-space: pre-wrap }
.faint { color: var(--faint); font-size: 14px } .good { color: var(--good) } .bad { color: var(--bad) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }`

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${styles}</style></head>
<body><main><h1>${title}</h1>
${body}
</main></body></html>
`
}
