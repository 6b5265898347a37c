/** The paths that a redirect must not lead to (D29), such as /api and the sign-in pages. */
const closed = /^\/(?:api|ws|\.well-known|login|firebase-login|sso-callback)(?:\/|$)/i

/**
 * The redirect target if it is a page of the site, else `/`. The rule of spec §5 ("starts with one slash, not
 * two") alone would let `/\evil` or `/<TAB>/evil` leave the site, so both the text and the parsed URL are
 * checked. Escapes in the path are rejected: no page has one, and a proxy could resolve it to a closed path.
 */
export function safePath(target: unknown): string {
  if (typeof target !== 'string' || !/^\/(?![/\\])[\x21-\x7e]*$/.test(target) || target.includes('\\'))
    return '/'
  const origin = 'https://site.invalid'
  let url: URL
  try {
    url = new URL(target, origin)
  } catch {
    return '/' // new URL throws for an invalid URL
  }
  if (url.origin !== origin || /^\/\/|%/.test(url.pathname) || closed.test(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}
