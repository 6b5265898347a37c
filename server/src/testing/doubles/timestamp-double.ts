import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Integer, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  MessageImprint,
  PKIStatusInfo,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { createCertificate } from '../../features/signings/pdf/create-certificate.ts'

type Behaviour = 'stamps' | 'other' | 'garbage' | 'fails' | 'redirects'

/** A service of time stamps (RFC 3161) on a free local port; `other` stamps another hash than it is asked for. */
export async function startTimestampDouble() {
  let behaviour: Behaviour = 'stamps'
  const stamp = await createStamp()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (behaviour === 'stamps' || behaviour === 'other')
      response.end(await stamp(body, behaviour === 'other'))
    else refuse(response, behaviour)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // listens on TCP
  return {
    url: new URL(`http://127.0.0.1:${port}/tsa`),
    set(next: Behaviour) {
      behaviour = next
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function refuse(response: ServerResponse, behaviour: Behaviour): void {
  if (behaviour === 'redirects') response.writeHead(302, { location: 'http://127.0.0.1:1/' })
  if (behaviour === 'fails') response.writeHead(503)
  response.end(behaviour === 'garbage' ? 'not a time stamp' : '')
}

const ids = {
  signedData: '1.2.840.113549.1.7.2',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  sha256: '2.16.840.1.101.3.4.2.1',
} as const

async function createStamp(): Promise<(request: Buffer, other: boolean) => Promise<Buffer>> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const der = await createCertificate(pair, 'tsa.example.com', new Date())
  const certificate = Certificate.fromBER(new Uint8Array(der))
  const key = pair.privateKey.toCryptoKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']) as CryptoKey // node declares more usages
  return async (request, other) => {
    const { messageImprint } = TimeStampReq.fromBER(new Uint8Array(request))
    const info = new TSTInfo({
      version: 1,
      policy: '1.2.3.4',
      messageImprint: other
        ? new MessageImprint({
            hashAlgorithm: new AlgorithmIdentifier({ algorithmId: ids.sha256 }),
            hashedMessage: new OctetString({ valueHex: new Uint8Array(32).buffer }),
          })
        : messageImprint,
      serialNumber: new Integer({ value: 5 }),
      genTime: new Date('2026-11-27T09:06:01Z'),
    })
    const signed = new SignedData({
      version: 3,
      encapContentInfo: new EncapsulatedContentInfo({
        eContentType: ids.tstInfo,
        eContent: new OctetString({ valueHex: info.toSchema().toBER() }),
      }),
      certificates: [certificate],
      signerInfos: [
        new SignerInfo({
          version: 1,
          sid: new IssuerAndSerialNumber({
            issuer: certificate.issuer,
            serialNumber: certificate.serialNumber,
          }),
        }),
      ],
    })
    await signed.sign(key, 0, 'SHA-256')
    const token = new ContentInfo({ contentType: ids.signedData, content: signed.toSchema(true) })
    const reply = new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken: token })
    return Buffer.from(reply.toSchema().toBER())
  }
}
