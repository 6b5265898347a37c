import { expect, type Page, type WebSocket } from '@playwright/test'

/**
 * Reloads the page and closes its live socket by opening more sockets of its account than allowed (D42). The
 * page then receives no live updates until it gets the focus. For journeys in which a page must call the server before
 * it shows a change by others.
 */
export async function stopLiveUpdates(page: Page): Promise<void> {
  const address = page.url()
  // Prevents a late socket of the previous page from being mistaken for the one of the reloaded page.
  await page.goto('about:blank')
  const opening = page.waitForEvent('websocket')
  await page.goto(address)
  const own: WebSocket = await opening
  await expect(async () => {
    await page.evaluate(openSockets)
    expect(own.isClosed()).toBe(true)
  }).toPass()
}

async function openSockets(): Promise<void> {
  const address = `${location.origin.replace('http', 'ws')}/ws`
  for (let n = 0; n < 5; n++) {
    const socket = new WebSocket(address)
    await new Promise((resolve) => socket.addEventListener('open', resolve))
  }
}
