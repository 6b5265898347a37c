import { expect, type Page } from '@playwright/test'

/** What a page tells about its use (D44): the browser shows nobody the body of a beacon, so it is read on its way. */
export class Beacons {
  readonly #events: unknown[] = []

  /** Takes effect with the next page load. */
  static async of(page: Page): Promise<Beacons> {
    const beacons = new Beacons()
    await page.exposeFunction('tellBeacon', (text: string) =>
      beacons.#events.push(...JSON.parse(text).events),
    )
    await page.addInitScript(() => {
      const send = navigator.sendBeacon.bind(navigator)
      navigator.sendBeacon = (url, data) => {
        // Playwright has put it there; what pages send are Blobs.
        void (data as Blob)
          .text()
          .then((globalThis as unknown as { tellBeacon(text: string): void }).tellBeacon)
        return send(url, data)
      }
    })
    return beacons
  }

  get events(): readonly unknown[] {
    return this.#events
  }

  /** Waits until exactly these events about forms were sent, in this order. */
  async expectForms(...names: readonly ('form_start' | 'form_abandon' | 'form_complete')[]): Promise<void> {
    const form = { page: '/performers/add', form: 'performer-registration' }
    await expect
      .poll(() => this.#events.filter((event) => (event as { name: string }).name.startsWith('form_')))
      .toEqual(names.map((name) => ({ name, ...form })))
  }
}
