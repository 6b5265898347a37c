import { useEffect } from 'react'

/** Shows the part of the page that the address names: it comes after the router has looked for it. */
export function useHashTarget(): void {
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [])
}
