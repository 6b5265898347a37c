/** What the client needs of its surroundings; the browser's own by default, replaced in tests. */
export interface ClientEnvironment {
  /** Address of the API without a slash at the end. */
  readonly base: string
  readonly fetch: typeof fetch
  /** Makes the requests that carry files, because fetch tells no upload progress (D52). */
  readonly newXhr: () => XMLHttpRequest
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly isSecureContext: () => boolean
  /** The token of `<meta name="csrf-token">`, if the page came with one (D51). */
  readonly metaCsrfToken: () => string | null
  readonly pathname: () => string
  readonly clientInfo: () => { userAgent: string; platform: string; language: string; timezone: string }
  /** Where the events of auth-events.ts are sent. */
  readonly events: () => EventTarget
  readonly setTimeout: (run: () => void, milliseconds: number) => number
  readonly clearTimeout: (timer: number) => void
}

/** Nothing of the page is touched before the first call, so that modules which can call also load without a page. */
export function browserEnvironment(): ClientEnvironment {
  return {
    base: '/api',
    fetch: (input, init) => fetch(input, init),
    newXhr: () => new XMLHttpRequest(),
    storage: {
      getItem: (key) => localStorage.getItem(key),
      setItem: (key, value) => localStorage.setItem(key, value),
      removeItem: (key) => localStorage.removeItem(key),
    },
    isSecureContext: () => isSecureContext,
    metaCsrfToken,
    pathname: () => location.pathname,
    clientInfo: () => ({
      userAgent: navigator.userAgent,
      platform: navigator.platform,
      language: navigator.language,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    events: () => window,
    setTimeout: (run, milliseconds) => window.setTimeout(run, milliseconds),
    clearTimeout: (timer) => window.clearTimeout(timer),
  }
}

/** The server fills the placeholder at each page request; the development server of Vite leaves it as it is. */
function metaCsrfToken(): string | null {
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content
  return token && !token.startsWith('__') ? token : null
}

export function sleep(environment: ClientEnvironment, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    environment.setTimeout(resolve, milliseconds)
  })
}
