import { createHash, randomBytes } from 'node:crypto'
import { second } from '@kyc/contract/durations.ts'
import { Integer, OctetString } from 'asn1js'
import { AlgorithmIdentifier, MessageImprint, TimeStampReq, TimeStampResp } from 'pkijs'

const timeout = 10 * second
const mostBytes = 64 * 1024
const sha256 = '2.16.840.1.101.3.4.2.1'

/** A time stamp (RFC 3161) of the service over the bytes; undefined if the service returns none in time. */
export async function fetchTimeStamp(url: URL, bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256 }),
      hashedMessage: new OctetString({
        valueHex: new Uint8Array(createHash('sha256').update(bytes).digest()),
      }),
    }),
    nonce: new Integer({ valueHex: new Uint8Array([1, ...randomBytes(8)]).buffer }),
    certReq: true,
  })
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body: request.toSchema().toBER(),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    const body = reply.ok ? await reply.arrayBuffer() : new ArrayBuffer()
    if (body.byteLength > mostBytes) return undefined
    const token = TimeStampResp.fromBER(body).timeStampToken
    return token && new Uint8Array(token.toSchema().toBER())
  } catch {
    // Best effort: the service may be down, slow or return something else, for which the library throws many errors.
    return undefined
  }
}
