import { type HistoryState, Link } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

export interface AppLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A URL inside the product, from paths.ts. */
  href: string
  ref?: Ref<HTMLAnchorElement>
  /** History state of the target, or a function of the current history state. */
  state?: HistoryState | ((here: HistoryState) => HistoryState) | undefined
}

/**
 * A link inside the product: navigates without a page load and preloads the code of the page on hover. Also
 * usable as `<Button component={AppLink} href={…}>`.
 */
export function AppLink({ href, ...rest }: AppLinkProps) {
  const url = new URL(href, 'https://site.invalid')
  const hash = url.hash.slice(1)
  return (
    <Link
      // The router's type does not allow undefined for absent attributes; React's does.
      {...(rest as object)}
      to={url.pathname}
      // Current only for the same path and query, not for subpages.
      activeOptions={{ exact: true, includeSearch: true }}
      // The router types the query by route; a URL string has no route type.
      search={Object.fromEntries(url.searchParams) as never}
      {...(hash && { hash })}
    />
  )
}
