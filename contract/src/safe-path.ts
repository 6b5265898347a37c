/** Page routes that a redirect may lead to (D29): everything else, above all /api and the sign-in pages, is refused. */
const closed = /^\/(?:api|ws|\.well-known|login|firebase-login|sso-callback)(?:\/|$)/i

/**
 * The redirect target if it is a page of ours, else `/`. The rule of spec §5 ("starts with one slash, not two")
 * alone lets `/\evil` or `/<TAB>/evil` leave the site, so the form and what the URL parser makes of it both count.
 * No page has an escape in its path: one could only hide a closed route from us, and a proxy may resolve it.
 */
export function safePath(target: unknown): string {
  if (typeof target !== 'string' || !/^\/(?![/\\])[\x21-\x7e]*$/.test(target) || target.includes('\\'))
    return '/'
  const origin = 'https://site.invalid'
  let url: URL
  try {
    url = new URL(target, origin)
  } catch {
    return '/' // new URL throws on text that is no address
  }
  if (url.origin !== origin || /^\/\/|%/.test(url.pathname) || closed.test(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}
