import { useEffect } from 'react'

/** Scrolls to the fragment of the URL on mount: a lazy page mounts after the router has tried to. */
export function useHashTarget(): void {
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [])
}
