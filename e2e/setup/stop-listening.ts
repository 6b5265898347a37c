import { expect, type Page, type WebSocket } from '@playwright/test'

/**
 * Loads the page anew and has it crowded out by newer sockets of its person (D42), so that it hears nothing until it
 * gets the focus: for journeys about a page that meets at its next call what others did.
 */
export async function stopListening(page: Page): Promise<void> {
  const address = page.url()
  // A socket that the page before opens late would be taken for the new page's, and nobody hears of its end.
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
