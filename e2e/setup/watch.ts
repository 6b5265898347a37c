import type { BrowserContext, ConsoleMessage } from '@playwright/test'

/** The line that Chromium logs for each answer of 400 and above, and for each request without an answer. */
const refusedAnswer = /^Failed to load resource: the server responded with a status of 4\d\d /

/** Gathers what goes wrong inside pages: exceptions, errors on the console, breaches of the page's policy. */
export class PageFaults {
  readonly found: string[] = []
  readonly #expected: RegExp[] = []

  /** For journeys that provoke it, such as by pulling the cable. */
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
    if (!this.#expected.some((pattern) => pattern.test(fault))) this.found.push(fault)
  }
}

/** A call that the server refuses is part of many journeys; a missing file of the pages never is. */
function isRefusedCall(message: ConsoleMessage): boolean {
  return (
    refusedAnswer.test(message.text()) &&
    new URL(message.location().url).pathname.match(/^\/(api|identitytoolkit)/) !== null
  )
}
