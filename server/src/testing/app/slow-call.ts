import { request as httpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { registrationForm } from './factories.ts'
import type { TestAccount } from './test-app.ts'

/** A call whose last bytes are withheld. */
export interface SlowCall {
  /** Sends the remaining bytes and resolves to the status. */
  finish(): Promise<number>
}

/** Starts a call and sends its body except the last bytes. */
export async function begin(
  account: TestAccount,
  method: string,
  path: string,
  body: Request,
): Promise<SlowCall> {
  const bytes = Buffer.from(await body.arrayBuffer())
  const withheld = Math.min(10, bytes.length - 1)
  const call = httpRequest(new URL(path, account.url), {
    method,
    headers: {
      cookie: account.cookieHeader(),
      'x-csrf-token': account.csrfToken ?? '',
      'content-type': body.headers.get('content-type') ?? '',
      'content-length': bytes.length,
    },
  })
  const status = new Promise<number>((resolve, reject) => {
    call.once('error', reject)
    call.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
  })
  await new Promise<void>((sent) => call.write(bytes.subarray(0, -withheld), () => sent()))
  // Waits until the server has admitted the call, which it does with its first bytes.
  await sleep(300)
  return {
    finish() {
      call.end(bytes.subarray(-withheld))
      return status
    },
  }
}

/** A complete registration as the body of a call. */
export async function registration(): Promise<Request> {
  return new Request('http://form.invalid', { method: 'POST', body: await registrationForm() })
}
