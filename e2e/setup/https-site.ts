import type { ServerResponse } from 'node:http'
import {
  type PartnerBehaviour,
  type PartnerDouble,
  type ReceivedCallback,
  startPartner,
} from '@kyc/server/testing/doubles/partner-double.ts'

/** A partner's site over HTTPS, with a certificate of its own authority. */
export interface HttpsSite {
  readonly url: string
  /** The server of the site; the product's settings must permit calls to it. */
  readonly double: PartnerDouble
  /** Sets the response to callbacks about one of the partner's users; the default is 200. */
  setBehaviour(userId: string, behaviour: PartnerBehaviour): void
  /** All callbacks about the user, oldest first, including failed ones. */
  callbacksOf(userId: string): ReceivedCallback[]
  /** The webhook-id of each callback about the user with status 200. */
  acceptedOf(userId: string): string[]
  /** The addresses at which browsers returned. */
  returns(): string[]
}

export async function startHttpsSite(): Promise<HttpsSite> {
  const double = await startPartner()
  const behaviours = new Map<string, PartnerBehaviour>()
  const accepted: ReceivedCallback[] = []
  double.behave((response, callback) => {
    if (callback.method !== 'POST') return showReturn(response)
    response.on('finish', () => {
      if (response.statusCode === 200) accepted.push(callback)
    })
    const behaviour = behaviours.get(userOf(callback)) ?? respondWith(200)
    behaviour(response, callback)
  })
  const about = (callbacks: readonly ReceivedCallback[], userId: string) =>
    callbacks.filter((each) => each.method === 'POST' && userOf(each) === userId)
  return {
    url: double.origin,
    double,
    setBehaviour: (userId, behaviour) => void behaviours.set(userId, behaviour),
    callbacksOf: (userId) => about(double.received, userId),
    acceptedOf: (userId) => about(accepted, userId).map(idOf),
    returns: () => double.received.filter(({ method }) => method === 'GET').map(({ path }) => path),
  }
}

export function respondWith(
  status: number,
  headers: Readonly<Record<string, string>> = {},
): PartnerBehaviour {
  return (response) => response.writeHead(status, headers).end()
}

/** Accepts the connection and never responds. */
export const noResponse: PartnerBehaviour = () => undefined

/** A response of 1 GB, limited only by backpressure. `sentMiB` counts what was written. */
export function gigabyteResponse(): {
  behaviour: PartnerBehaviour
  sentMiB: () => number
  aborted: () => boolean
} {
  const piece = Buffer.alloc(1024 * 1024, 'x')
  let sentMiB = 0
  let aborted = false
  const write = (response: ServerResponse) => {
    while (sentMiB < 1024 && !response.destroyed) {
      sentMiB++
      if (!response.write(piece)) return void response.once('drain', () => write(response))
    }
    response.end()
  }
  const behaviour: PartnerBehaviour = (response) => {
    response.on('close', () => {
      aborted = !response.writableFinished
    })
    write(response.writeHead(200))
  }
  return { behaviour, sentMiB: () => sentMiB, aborted: () => aborted }
}

export function idOf({ headers }: ReceivedCallback): string {
  return String(headers['webhook-id'])
}

function userOf({ body }: ReceivedCallback): string {
  return (JSON.parse(body) as { user_id: string }).user_id // the payload of the product
}

function showReturn(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="ja"><title>提携先</title><link rel="icon" href="data:,">
    <h1>提携先に戻りました</h1>`)
}
