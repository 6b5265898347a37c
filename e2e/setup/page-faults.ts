import type { BrowserContext, ConsoleMessage } from '@playwright/test'

/** The line that Chromium logs for each response with a 4xx status. */
const clientErrorLine = /^Failed to load resource: the server responded with a status of 4\d\d /

/** Collects faults inside pages: exceptions, console errors, violations of the content security policy. */
export class PageFaults {
  readonly list: string[] = []
  readonly #expected: RegExp[] = []

  /** Ignores a fault that the journey provokes, such as by cutting the connection. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  async watch(context: BrowserContext): Promise<void> {
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        console.error(`content security policy: ${violatedDirective} blocks ${blockedURI}`)
      })
    })
    context.on('weberror', (fault) => this.#add(`exception: ${fault.error().stack ?? fault.error()}`))
    context.on('console', (message) => {
      if (message.type() === 'error' && !isRefusedCall(message)) this.#add(message.text())
    })
  }

  #add(fault: string): void {
    if (!this.#expected.some((pattern) => pattern.test(fault))) this.list.push(fault)
  }
}

/** A refused call is no fault, since many journeys provoke one. A missing file of the pages is always a fault. */
function isRefusedCall(message: ConsoleMessage): boolean {
  return (
    clientErrorLine.test(message.text()) &&
    new URL(message.location().url).pathname.match(/^\/(api|identitytoolkit)/) !== null
  )
}
