/** The browser functions that the client uses; replaced in tests. */
export interface ClientEnvironment {
  /** URL of the API without a trailing slash. */
  readonly base: string
  readonly fetch: typeof fetch
  /** Used for uploads: fetch does not report upload progress. */
  readonly newXhr: () => XMLHttpRequest
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly isSecureContext: () => boolean
  /** The token of `<meta name="csrf-token">`, null if the page has none. */
  readonly metaCsrfToken: () => string | null
  readonly pathname: () => string
  readonly clientInfo: () => { userAgent: string; platform: string; language: string; timezone: string }
  /** Where the events of auth-events.ts are sent. */
  readonly events: () => EventTarget
  readonly setTimeout: (run: () => void, milliseconds: number) => number
  readonly clearTimeout: (timer: number) => void
}

/** Reads browser globals only when called, so that importing modules also load outside a browser. */
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

/** The server fills the placeholder on each page request; the Vite development server does not. */
function metaCsrfToken(): string | null {
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content
  return token && !token.startsWith('__') ? token : null
}

export function sleep(environment: ClientEnvironment, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    environment.setTimeout(resolve, milliseconds)
  })
}
