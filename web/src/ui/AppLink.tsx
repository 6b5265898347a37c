import { type HistoryState, Link } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

export interface AppLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** An address inside the product, as the URL builders give it. */
  href: string
  ref?: Ref<HTMLAnchorElement>
  /** What the history keeps beside the address; made of what it keeps of this page. */
  state?: HistoryState | ((here: HistoryState) => HistoryState) | undefined
}

/**
 * A link inside the product: no page load, and the code of its page is fetched on hover. Also for Mantine:
 * `<Button component={AppLink} href={…}>`.
 */
export function AppLink({ href, ...rest }: AppLinkProps) {
  const url = new URL(href, 'https://site.invalid')
  const hash = url.hash.slice(1)
  return (
    <Link
      // The router's own type wants absent attributes left out, where those of React may be undefined.
      {...(rest as object)}
      to={url.pathname}
      // Current is the same address with the same search, and not every page beneath it.
      activeOptions={{ exact: true, includeSearch: true }}
      // The router types search by route; an address as text has lost that type.
      search={Object.fromEntries(url.searchParams) as never}
      {...(hash && { hash })}
    />
  )
}
