import { useLocation } from '@tanstack/react-router'

/** Returns a function for the URL of this page with another organisation; on the page of a record, that of its list. */
export function useSwitchHref(): (organisation: string) => string {
  const { pathname } = useLocation()
  return (organisation) => `${listOf(pathname)}?${new URLSearchParams({ organisation })}`
}

/** The page to open after a switch: records belong to one organisation. */
export function listOf(pathname: string): string {
  const [, list, page] = pathname.split('/')
  const isRecord =
    ['performers', 'videos', 'review'].includes(list ?? '') && page !== undefined && page !== 'add'
  return isRecord ? `/${list}` : pathname
}
