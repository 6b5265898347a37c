import type { Config } from '../../config.ts'

export type HeaderTable = Readonly<Record<string, string>>

export interface SecurityHeaders {
  /** Replies under /api: never cached, embedded or executed (D10). */
  readonly api: HeaderTable
  /** Pages and static files; a page replaces the content security policy with `page(nonce)`. */
  readonly web: HeaderTable
  /** The content security policy of a page whose inline script and style carry `nonce`. */
  page(nonce: string): string
}

/** The permissions policy of a page; every other reply permits no feature. */
export function permissionsPolicy(camera: 'self' | '' = ''): string {
  return `camera=(${camera}), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), browsing-topics=()`
}

/** Other origins that pages may use, such as those of the identity provider. */
export interface PageSources {
  readonly script?: readonly string[]
  readonly connect?: readonly string[]
  readonly frame?: readonly string[]
}

/**
 * Returns the headers of every reply, including errors and replies on the raw socket. The tables are created once and
 * shared by the framework, its early errors and the raw socket, so they cost no work per request.
 */
export function securityHeaders(
  config: Pick<Config, 'publicUrl'>,
  sources: PageSources = {},
): SecurityHeaders {
  const https = config.publicUrl.protocol === 'https:'
  const common = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    // The provider's sign-in popup must be able to access its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissionsPolicy(),
    'x-permitted-cross-domain-policies': 'none',
    ...(https ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  }
  return {
    api: {
      ...common,
      'content-security-policy':
        "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      vary: 'Cookie',
    },
    // The policy of a worker is that of its script, not the page's; two decode with WebAssembly: pdf.js scans, and the reader
    // of codes (D114).
    web: {
      ...common,
      'content-security-policy': pagePolicy(sources, https, { script: " 'wasm-unsafe-eval'" }),
    },
    page: (nonce) => pagePolicy(sources, https, { nonce: ` 'nonce-${nonce}'` }),
  }
}

function pagePolicy(
  sources: PageSources,
  https: boolean,
  extra: { nonce?: string; script?: string },
): string {
  const { nonce = '', script = '' } = extra
  const list = (origins: readonly string[] = []) => origins.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    `script-src 'self'${script}${nonce}${list(sources.script)}`,
    `style-src 'self'${nonce}`,
    // React writes style attributes; they can't load or execute anything that the other directives forbid.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self' data:",
    `connect-src 'self'${list(sources.connect)}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    `frame-src ${list(sources.frame).trim() || "'none'"}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
