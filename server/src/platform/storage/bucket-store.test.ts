import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { hour } from '@kyc/contract/durations.ts'
import { MiB } from '@kyc/contract/limits.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Relay, startRelay } from '../../testing/doubles/relay.ts'
import { useS3 } from '../../testing/doubles/use-s3.ts'
import { standardTimes } from '../s3/fail-fast.ts'
import { openBucket } from './bucket-store.ts'
import { newObjectKey, ObjectMissing, type ObjectStore, StoreAwayError } from './object-store.ts'

const s3 = useS3()
let relay: Relay
let bucket: ReturnType<typeof openBucket>
let store: ObjectStore
beforeAll(async () => {
  relay = await startRelay(s3.endpoint)
})
afterAll(async () => {
  await relay.close()
})

const hurried = 300
let prefixes = 0
function open(tryTime: number): void {
  const address = { bucket: s3.bucket, prefix: `${prefixes}/`, endpoint: relay.endpoint }
  bucket = openBucket(address, { ...standardTimes, tryTime })
  store = bucket.store()
}
beforeEach(() => {
  prefixes++
  open(standardTimes.tryTime)
})
afterEach(() => {
  s3.conditional = true
  s3.conflicts = 0
  relay.set('none')
  bucket.client.destroy()
})

const put = (key: string, content: string | Buffer) => store.put(key, Readable.from([Buffer.from(content)]))
const seconds = async (work: Promise<unknown>) => {
  const start = performance.now()
  await work
  return (performance.now() - start) / 1000
}
const uploads = async () =>
  (await bucket.client.send(new ListMultipartUploadsCommand({ Bucket: s3.bucket, Prefix: `${prefixes}/` })))
    .Uploads ?? []

const everything: [string, (key: string) => Promise<unknown>][] = [
  ['put', (key) => put(key, 'x')],
  ['a put of parts', (key) => put(key, randomBytes(6 * MiB))],
  ['get', async (key) => text(await store.get(key))],
  ['delete', (key) => store.delete(key)],
  ['exists', (key) => store.exists(key)],
  [
    'list',
    async () => {
      for await (const { key } of store.list()) expect(key).toHaveLength(32)
    },
  ],
  ['sweepLeftovers', () => store.sweepLeftovers(new Date())],
  ['check', () => store.check()],
]

it.each(everything)('%s fails while the store is down, and then without a connection', async (_, act) => {
  relay.set('down')
  await expect(act(newObjectKey())).rejects.toThrow(StoreAwayError)
  relay.set('down')
  await expect(act(newObjectKey())).rejects.toThrow(StoreAwayError)
  expect(relay.connections).toBe(0)
})

it('works again by itself after an outage', { tags: 'long' }, async () => {
  const key = newObjectKey()
  relay.set('down')
  await expect(put(key, 'x')).rejects.toThrow(StoreAwayError)
  relay.set('none')
  await expect.poll(() => put(key, 'x').catch(() => undefined)).toEqual({ bytes: 1 })
})

it.each(everything)('%s ends while the store hangs', async (_, act) => {
  open(hurried)
  relay.set('hanging')
  expect(await seconds(expect(act(newObjectKey())).rejects.toThrow(StoreAwayError))).toBeLessThan(5)
})

it('continues a put whose connection is cut, and stores nothing if it is cut each time', {
  tags: 'long',
}, async () => {
  const [small, large] = [randomBytes(2 * MiB), randomBytes(7 * MiB)]
  for (const content of [small, large]) {
    const [once, always] = [newObjectKey(), newObjectKey()]
    relay.set({ cutAfter: MiB, of: 'requests', once: true })
    await put(once, content)
    expect((await buffer(await store.get(once))).equals(content)).toBe(true)
    relay.set({ cutAfter: MiB, of: 'requests' })
    await expect(put(always, content)).rejects.toThrow(StoreAwayError)
    relay.set('none')
    await expect.poll(() => store.exists(always)).toBe(false)
  }
})

it('fails a read whose connection is cut or stalls, and waits for a slow reader', {
  tags: 'long',
}, async () => {
  const key = newObjectKey()
  const content = randomBytes(3 * MiB)
  await put(key, content)
  open(1000)
  relay.set({ cutAfter: MiB, of: 'replies' })
  await expect(buffer(await store.get(key))).rejects.toThrow(StoreAwayError)
  relay.set('none')
  let bytes = 0
  for await (const chunk of await store.get(key)) {
    if (bytes === 0) await new Promise((resolve) => setTimeout(resolve, 2000))
    bytes += chunk.length
  }
  expect(bytes).toBe(content.length)
})

it('aborts the parts of a failed put, and sweeps those that a crash or outage left after a day', async () => {
  const { Bucket, Key } = { Bucket: s3.bucket, Key: `${prefixes}/ab/${newObjectKey()}` }
  const failing = Readable.from(
    (async function* () {
      yield randomBytes(6 * MiB)
      await expect.poll(uploads).toHaveLength(1)
      throw new Error('gone')
    })(),
  )
  await expect(store.put(newObjectKey(), failing)).rejects.toThrow('gone')
  expect(await uploads()).toEqual([])
  await bucket.client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
  await bucket.client.send(new PutObjectCommand({ Bucket, Key: `${prefixes}/.check-0123`, Body: 'check' }))
  const sweepIn = (hours: number) => store.sweepLeftovers(new Date(Date.now() + hours * hour))
  expect([await sweepIn(0.5), await sweepIn(23), await sweepIn(25), await sweepIn(25)]).toEqual([0, 1, 1, 0])
  expect(await uploads()).toEqual([])
})

it('replaces no object, and works in a store that refuses the condition', async () => {
  const key = newObjectKey()
  await put(key, 'first')
  expect(await put(key, 'other')).toEqual({ bytes: 5 })
  expect(await text(await store.get(key))).toBe('first')
  s3.conditional = false
  await store.check()
  expect(await put(newObjectKey(), 'x')).toEqual({ bytes: 1 })
})

it('a put that met another one is repeated, and reported as transient if it always meets one', async () => {
  const [first, second] = [newObjectKey(), newObjectKey()]
  s3.conflicts = 2
  expect(await put(first, 'x')).toEqual({ bytes: 1 })
  expect(await text(await store.get(first))).toBe('x')
  s3.conflicts = 100
  for (let tries = 0; tries < 4; tries++) {
    await expect(put(second, 'y')).rejects.toMatchObject({ name: 'StoreAwayError', transient: true })
  }
  // The conflicts have not opened the circuit breaker: the store is not down.
  expect(await text(await store.get(first))).toBe('x')
})

it('fails with StoreAwayError if the bucket does not exist', async () => {
  const { store: other, client } = openBucket({ bucket: 'no-such-bucket', prefix: '', endpoint: s3.endpoint })
  await expect(other().get(newObjectKey())).rejects.toMatchObject({
    name: 'StoreAwayError',
    transient: false,
    message: expect.stringContaining('no-such-bucket'),
  })
  client.destroy()
  await expect(store.get(newObjectKey())).rejects.toThrow(ObjectMissing)
})

it('reads no more than two parts ahead of the store', async () => {
  let read = 0
  const chunk = randomBytes(MiB)
  const content = Readable.from(
    (function* () {
      for (; read < 100; read++) yield chunk
    })(),
  )
  open(hurried)
  relay.set('hanging')
  await expect(store.put(newObjectKey(), content)).rejects.toThrow(StoreAwayError)
  expect(read).toBeLessThan(11)
})
