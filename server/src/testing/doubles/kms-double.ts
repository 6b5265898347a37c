import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { decryptBytes, encryptBytes } from '../../platform/crypto/encrypted-box.ts'

/** A local double of the API of AWS KMS with symmetric keys: GenerateDataKey and Decrypt. */
export interface KmsDouble {
  /** For the environment of a program: the endpoint and credentials. */
  readonly env: Record<string, string>
  /** The actions of the calls, in order. */
  readonly calls: string[]
  close(): Promise<void>
}

interface Call {
  readonly KeyId: string
  readonly CiphertextBlob?: string
  readonly EncryptionContext: Record<string, string>
}

const accessKey = 'test-access-key'

export async function startKmsDouble(keyIds: readonly string[]): Promise<KmsDouble> {
  const keys = new Map(keyIds.map((id) => [id, randomBytes(32)]))
  const calls: string[] = []
  const server = createServer(async (request, reply) => {
    const { status, body } = await respond(keys, calls, request)
    reply.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server
  return {
    calls,
    env: {
      AWS_ENDPOINT_URL_KMS: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: accessKey,
      AWS_SECRET_ACCESS_KEY: 'test-secret-key',
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function respond(keys: ReadonlyMap<string, Buffer>, calls: string[], request: IncomingMessage) {
  const action = String(request.headers['x-amz-target']).replace('TrentService.', '')
  calls.push(action)
  const { KeyId, CiphertextBlob, EncryptionContext } = (await json(request)) as Call // of the SDK
  const key = keys.get(KeyId)
  if (!request.headers.authorization?.includes(`Credential=${accessKey}/`))
    return fault('AccessDeniedException')
  if (!key) return fault('NotFoundException')
  const context = JSON.stringify(EncryptionContext)
  if (action === 'GenerateDataKey') {
    const plain = randomBytes(32)
    const encrypted = encryptBytes(key, plain, context)
    return success({
      KeyId,
      Plaintext: plain.toString('base64'),
      CiphertextBlob: encrypted.toString('base64'),
    })
  }
  try {
    const plain = decryptBytes(key, Buffer.from(CiphertextBlob ?? '', 'base64'), context)
    return success({ KeyId, Plaintext: plain.toString('base64') })
  } catch {
    return fault('InvalidCiphertextException')
  }
}

function success(body: object) {
  return { status: 200, body }
}

function fault(name: string) {
  return { status: 400, body: { __type: name, message: 'refused by the double' } }
}
