import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { day, hour } from '@kyc/contract/durations.ts'
import type { BucketAddress } from '../s3/bucket-address.ts'
import { type BucketCalls, bucketCalls } from '../s3/bucket-calls.ts'
import { failFast, standardTimes } from '../s3/fail-fast.ts'
import { createS3Client } from '../s3/s3-client.ts'
import { isObjectKey, ObjectMissing, type ObjectStore, objectPath, StoreAwayError } from './object-store.ts'
import { markerName, type StoreMarker } from './store-marker.ts'

/** The age from which a multipart upload or the object of a check is a leftover: longer than any upload may last. */
const leftoverAge = { upload: day, check: hour } as const

const checkPrefix = '.check-'

/** Opens a bucket whatever it contains. Close the client at the end. */
export function openBucket(address: BucketAddress, times = standardTimes) {
  const client = createS3Client(address, times.tryTime)
  failFast(client, address.bucket, times)
  const bucket = bucketCalls(client, address, times.tryTime)
  return {
    client,
    marker: bucketMarker(bucket, address),
    store: (requirePresent?: () => Promise<void>) => bucketStore(bucket, requirePresent),
  }
}

/**
 * Stores objects under the same paths as `folderStore`, so that each is a copy of the other. S3 shows an object when all its
 * bytes have arrived. `requirePresent` runs before the calls until it has succeeded once, and in each `check`.
 */
function bucketStore(bucket: BucketCalls, requirePresent = async () => {}): ObjectStore {
  let present = false
  const requireOnce = async () => {
    if (!present) await requirePresent()
    present = true
  }
  return {
    async put(key, content) {
      try {
        const path = pathOf(key)
        await requireOnce()
        return { bytes: await bucket.upload(path, content) }
      } finally {
        content.destroy()
      }
    },
    async get(key) {
      const path = pathOf(key)
      await requireOnce()
      const body = await bucket.read(path)
      if (!body) throw new ObjectMissing(key)
      return body
    },
    async delete(key) {
      const path = pathOf(key)
      await requireOnce()
      await bucket.delete(path)
    },
    async exists(key) {
      const path = pathOf(key)
      await requireOnce()
      return (await bucket.sizeOf(path)) !== undefined
    },
    async *list() {
      await requireOnce()
      yield* list(bucket)
    },
    async *leftovers(now) {
      await requireOnce()
      for await (const { path } of leftovers(bucket, now)) yield path
    },
    async sweepLeftovers(now) {
      await requireOnce()
      let swept = 0
      for await (const { remove } of leftovers(bucket, now)) {
        await remove()
        swept++
      }
      return swept
    },
    async check() {
      await requirePresent()
      await check(bucket)
    },
  }
}

function bucketMarker(bucket: BucketCalls, { bucket: name, prefix }: BucketAddress): StoreMarker {
  return {
    place: `The bucket s3://${name}/${prefix}`,
    async read() {
      const body = await bucket.read(markerName)
      return body && (await text(body)).trim()
    },
    async write(id) {
      if ((await bucket.sizeOf(markerName)) === undefined) await bucket.putSmall(markerName, `${id}\n`)
    },
    async isEmpty() {
      for await (const _ of list(bucket)) return false
      return true
    },
  }
}

/** The objects, without the marker and whatever else is below the prefix. */
async function* list(bucket: BucketCalls): AsyncGenerator<{ key: string; modifiedAt: Date }> {
  for await (const { path, modifiedAt } of bucket.list('')) {
    const key = path.slice(path.lastIndexOf('/') + 1)
    if (isObjectKey(key) && pathOf(key) === path) yield { key, modifiedAt }
  }
}

function pathOf(key: string): string {
  return objectPath(key).join('/')
}

async function check(bucket: BucketCalls): Promise<void> {
  const path = `${checkPrefix}${randomBytes(6).toString('hex')}`
  await bucket.putSmall(path, 'check')
  try {
    const body = await bucket.read(path)
    if (!body || (await text(body)) !== 'check')
      throw new StoreAwayError('The bucket returned other content than was written.')
  } finally {
    await bucket.delete(path)
  }
}

/** Old incomplete uploads and the objects of old checks; active ones, also of other processes, are younger. */
async function* leftovers(
  bucket: BucketCalls,
  now: Date,
): AsyncGenerator<{ path: string; remove(): Promise<void> }> {
  const isOld = (at: Date, age: number) => now.getTime() - at.getTime() >= age
  for await (const { path, modifiedAt } of bucket.list(checkPrefix)) {
    if (isOld(modifiedAt, leftoverAge.check)) yield { path, remove: () => bucket.delete(path) }
  }
  for await (const { path, uploadId, startedAt } of bucket.uploads()) {
    if (isOld(startedAt, leftoverAge.upload)) yield { path, remove: () => bucket.abort(path, uploadId) }
  }
}
