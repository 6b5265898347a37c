import type { ServerResponse } from 'node:http'
import {
  type PartnerBehaviour,
  type PartnerDouble,
  type ReceivedCallback,
  startPartner,
} from '@kyc/server/testing/doubles/partner-double.ts'

/** A partner's site as they are on the net: HTTPS, here with a certificate of an authority of its own. */
export interface HttpsSite {
  readonly url: string
  /** For the settings of the product. */
  readonly double: PartnerDouble
  /** How callbacks about one of the partner's users are met from now on; 200 unless told. */
  meet(userId: string, how: PartnerBehaviour): void
  /** All that came about the user, whatever the answer was; oldest first. */
  callbacksOf(userId: string): ReceivedCallback[]
  /** The webhook-id of each callback about the user that was answered with 200. */
  acceptedOf(userId: string): string[]
  /** Who came back with a browser. */
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
    const behaviour = behaviours.get(userOf(callback)) ?? answering(200)
    behaviour(response, callback)
  })
  const about = (callbacks: readonly ReceivedCallback[], userId: string) =>
    callbacks.filter((each) => each.method === 'POST' && userOf(each) === userId)
  return {
    url: double.origin,
    double,
    meet: (userId, how) => void behaviours.set(userId, how),
    callbacksOf: (userId) => about(double.received, userId),
    acceptedOf: (userId) => about(accepted, userId).map(idOf),
    returns: () => double.received.filter(({ method }) => method === 'GET').map(({ path }) => path),
  }
}

export function answering(status: number, headers: Readonly<Record<string, string>> = {}): PartnerBehaviour {
  return (response) => response.writeHead(status, headers).end()
}

/** Takes the call and says nothing. */
export const silence: PartnerBehaviour = () => undefined

/** An answer of 1 GB, as fast as it is taken; `given` counts what went out, in MiB. */
export function floodOfAGigabyte(): { behaviour: PartnerBehaviour; given: () => number; cut: () => boolean } {
  const piece = Buffer.alloc(1024 * 1024, 'x')
  let given = 0
  let cut = false
  const give = (response: ServerResponse) => {
    while (given < 1024 && !response.destroyed) {
      given++
      if (!response.write(piece)) return void response.once('drain', () => give(response))
    }
    response.end()
  }
  const behaviour: PartnerBehaviour = (response) => {
    response.on('close', () => {
      cut = !response.writableFinished
    })
    give(response.writeHead(200))
  }
  return { behaviour, given: () => given, cut: () => cut }
}

export function idOf({ headers }: ReceivedCallback): string {
  return String(headers['webhook-id'])
}

function userOf({ body }: ReceivedCallback): string {
  return (JSON.parse(body) as { user_id: string }).user_id // what the product sends
}

function showReturn(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="ja"><title>提携先</title><link rel="icon" href="data:,">
    <h1>提携先に戻りました</h1>`)
}
