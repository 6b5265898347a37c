import { createHash } from 'node:crypto'

/** Google's script, which our double replaces. */
const googleScript = /https:\/\/apis\.google\.com\/js\/api\.js/g
const foreignTags = /<(?:link|script)\b[^>]*\b(?:href|src)="https:[^>]*>(?:<\/script>)?/gi

/** Replaces the external styles of the widget. Hides its icons, which would be text without their font. */
const ownStyle = `
.material-icons, .mdc-notched-outline__leading, .custom-label { display: none }
.js-reuse-account { display: flex; flex-wrap: wrap; gap: 0 1rem; cursor: pointer; padding: .75rem 24px }
.js-reuse-account:hover, .js-reuse-account:focus-visible { background: #f1f3f5 }
#add-account-button, #form-content { padding: .75rem 24px }
button { font: inherit; padding: .4rem .8rem; cursor: pointer }
.mdc-text-field input { box-sizing: border-box; width: 100%; font: inherit; padding: .4rem }
`

/**
 * Rewrites a page of the emulator to work without a network: it loads nothing from other hosts, and the
 * policy lists the hashes of its inline scripts and styles, so that no others run.
 */
export function emulatorPage(page: string): { readonly html: string; readonly policy: string } {
  const html = page
    .replace(googleScript, '/emulator/gapi-double.js')
    .replace(foreignTags, '')
    .replace('</style>', `${ownStyle}</style>`)
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${hashes(html, /<script>([\s\S]*?)<\/script>/gi)}`.trim(),
    `style-src ${hashes(html, /<style>([\s\S]*?)<\/style>/gi) || "'none'"}`,
    // The widget shows and hides elements with style attributes.
    "style-src-attr 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
  return { html, policy }
}

function hashes(html: string, elements: RegExp): string {
  return [...html.matchAll(elements)]
    .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join(' ')
}
