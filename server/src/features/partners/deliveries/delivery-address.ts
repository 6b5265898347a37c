/** Of where a callback goes, what is shown and compared: a query may hold anything. */
export function addressOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}
