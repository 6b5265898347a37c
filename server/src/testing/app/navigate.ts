import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { TestClient, TestReply } from './test-client.ts'

/**
 * Requests a page as a browser navigation whose `sec-fetch-site` is `site`. It does not use fetch, which
 * always sends the fetch metadata of a script.
 */
export async function navigate(
  client: TestClient,
  path: string,
  site: string,
  destination = 'document',
): Promise<TestReply> {
  const headers = {
    accept: 'text/html,application/xhtml+xml',
    cookie: client.cookieHeader(),
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': destination,
    'sec-fetch-site': site,
  }
  return new Promise((resolve, reject) => {
    const request = get(client.url + path, { headers, agent: false }, async (response) => {
      const received = new Headers()
      for (const [name, values = []] of Object.entries(response.headersDistinct)) {
        for (const value of values) received.append(name, value)
      }
      client.keepCookies(received)
      const bytes = await buffer(response)
      resolve({ status: response.statusCode ?? 0, headers: received, bytes, json: undefined })
    })
    request.once('error', reject)
  })
}
