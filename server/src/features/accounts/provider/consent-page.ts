import { createHash } from 'node:crypto'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import type { ProviderUser } from './resolve-account.ts'

const style = `
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f8f9fa; color: #212529;
  font: 16px/1.7 system-ui, "Hiragino Sans", "Noto Sans CJK JP", sans-serif }
main { box-sizing: border-box; width: min(28rem, calc(100vw - 2rem)); margin: 2rem 0; padding: 2rem;
  background: #fff; border: 1px solid #dee2e6; border-radius: .5rem }
h1 { margin: 0 0 1rem; font-size: 1.25rem; line-height: 1.5; overflow-wrap: anywhere }
p { margin: 0 0 1rem; overflow-wrap: anywhere }
a { display: block; padding: .6rem 1rem; border-radius: .25rem; text-align: center; text-decoration: none }
a:focus-visible { outline: 3px solid #228be6; outline-offset: 2px }
.go { background: #1864ab; color: #fff; font-weight: 600 }
.leave { margin-top: .5rem; color: #1864ab }
`

/** Allows only the page's own style: no script, frame or form. */
export const consentHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

/**
 * The page on which the user confirms a sign-in that another site started. The confirmation is a link to
 * `onward`, which is secret and valid in this browser only.
 */
export function consentPage({ email, name }: Pick<ProviderUser, 'email' | 'name'>, onward: string): string {
  const account = name === undefined ? email : `${name}（${email}）`
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>ログインの確認 - 本人確認管理システム</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(account)}としてログインしますか</h1>
<p>別のページからログインが求められました。ご自身のアカウントでない場合や、心当たりがない場合は、ログインしないでください。</p>
<p>この画面は60秒間有効です。</p>
<a class="go" href="${escapeHtml(onward)}">ログインする</a>
<a class="leave" href="/login">ログインしない</a>
</main>
</body>
</html>
`
}
