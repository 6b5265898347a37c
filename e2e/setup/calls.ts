import type { Page, Request } from '@playwright/test'

/** Records the API calls of a page in order, such as `POST /auth/login`, without intercepting them. */
export class Calls {
  readonly #requests: Request[] = []

  constructor(page: Page) {
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) this.#requests.push(request)
    })
  }

  /** Method and path of each call except analytics. */
  names(): string[] {
    return this.#requests.map(nameOf).filter((name) => name !== 'POST /analytics/events')
  }

  requests(name: string): Request[] {
    return this.#requests.filter((request) => nameOf(request) === name)
  }

  forget(): void {
    this.#requests.length = 0
  }
}

function nameOf(request: Request): string {
  return `${request.method()} ${new URL(request.url()).pathname.slice('/api'.length)}`
}
