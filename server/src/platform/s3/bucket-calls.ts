import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { MiB } from '@kyc/contract/limits.ts'
import { StoreAwayError } from '../storage/object-store.ts'
import type { BucketAddress } from './bucket-address.ts'
import { storeAway } from './fail-fast.ts'

/** The smallest part that S3 accepts, of which an upload keeps two in memory. Smaller objects are one call. */
const partSize = 5 * MiB

/** Calls of one bucket; the paths are those below its prefix. */
export interface BucketCalls {
  /** Stores a few bytes, unless the path exists. */
  putSmall(path: string, content: string): Promise<void>
  /** Stores a stream and returns its size; keeps an object that an earlier try of the same content completed. */
  upload(path: string, content: Readable): Promise<number>
  /** The content; undefined if there is none. Its stream throws StoreAwayError. */
  read(path: string): Promise<Readable | undefined>
  /** The size; undefined if there is no object. */
  sizeOf(path: string): Promise<number | undefined>
  delete(path: string): Promise<void>
  list(below: string): AsyncIterable<{ path: string; modifiedAt: Date }>
  /** The incomplete multipart uploads. */
  uploads(): AsyncIterable<{ path: string; uploadId: string; startedAt: Date }>
  abort(path: string, uploadId: string): Promise<void>
}

interface Place {
  readonly client: S3Client
  readonly Bucket: string
  readonly prefix: string
}

/** @param tryTime how long `read` waits for the next bytes, in milliseconds */
export function bucketCalls(
  client: S3Client,
  { bucket: Bucket, prefix }: BucketAddress,
  tryTime: number,
): BucketCalls {
  const place = { client, Bucket, prefix }
  const at = (path: string) => ({ Bucket, Key: prefix + path })
  // Refuses to replace an object. A store without this condition ignores it, or refuses it in the first `putSmall`.
  let condition: { IfNoneMatch?: string } = { IfNoneMatch: '*' }
  const calls: BucketCalls = {
    async putSmall(path, content) {
      const put = () =>
        client.send(new PutObjectCommand({ ...at(path), Body: Buffer.from(content), ...condition }))
      const withoutCondition = (error: unknown) => {
        if (!isNamed(error, 'NotImplemented')) throw error
        condition = {}
        return put()
      }
      await put().catch(withoutCondition).catch(unlessExists)
    },
    async upload(path, content) {
      try {
        return await upload(place, { ...at(path), ...condition }, content, calls.abort)
      } catch (error) {
        unlessExists(error)
        return (await calls.sizeOf(path)) ?? 0
      }
    },
    async read(path) {
      const found = await client.send(new GetObjectCommand(at(path))).catch(unlessNotFound)
      // In Node.js, the body is a Readable; an object has one.
      return found && Readable.from(inTime(Bucket, found.Body as Readable, tryTime), { objectMode: false })
    },
    async sizeOf(path) {
      const head = await client.send(new HeadObjectCommand(at(path))).catch(unlessNotFound)
      return head && (head.ContentLength ?? 0)
    },
    async delete(path) {
      await client.send(new DeleteObjectCommand(at(path)))
    },
    async abort(path, uploadId) {
      const command = new AbortMultipartUploadCommand({ ...at(path), UploadId: uploadId })
      await client.send(command).catch((error) => {
        if (!isNamed(error, 'NoSuchUpload')) throw error
      })
    },
    list: (below) => list(place, below),
    uploads: () => uploads(place),
  }
  return calls
}

async function upload(
  { client, prefix }: Place,
  target: { Bucket: string; Key: string; IfNoneMatch?: string },
  content: Readable,
  abort: BucketCalls['abort'],
): Promise<number> {
  let bytes = 0
  const counted = async function* () {
    for await (const chunk of content) {
      bytes += chunk.length
      yield chunk
    }
  }
  const running = new Upload({
    client,
    params: { ...target, Body: Readable.from(counted(), { objectMode: false }) },
    partSize,
    queueSize: 1,
    leavePartsOnError: true, // aborted below: the library loses the error if the abort fails, and parts at the end
  })
  try {
    await running.done()
    return bytes
  } catch (error) {
    if (running.uploadId) await abort(target.Key.slice(prefix.length), running.uploadId).catch(leaveToSweep)
    throw error
  }
}

async function* list({ client, Bucket, prefix }: Place, below: string): ReturnType<BucketCalls['list']> {
  for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix + below })) {
    for (const { Key = '', LastModified = new Date() } of page.Contents ?? []) {
      yield { path: Key.slice(prefix.length), modifiedAt: LastModified }
    }
  }
}

async function* uploads({ client, Bucket, prefix }: Place): ReturnType<BucketCalls['uploads']> {
  let page: ListMultipartUploadsCommandOutput | undefined
  do {
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page ?? {}
    page = await client.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, KeyMarker, UploadIdMarker }),
    )
    for (const { Key = '', UploadId = '', Initiated = new Date() } of page.Uploads ?? []) {
      yield { path: Key.slice(prefix.length), uploadId: UploadId, startedAt: Initiated }
    }
  } while (page.IsTruncated)
}

/** Ends a read whose next bytes don't arrive in time. The time that the reader takes does not count. */
async function* inTime(bucket: string, body: Readable, limit: number): AsyncGenerator<Buffer> {
  const start = () => setTimeout(() => body.destroy(new Error(`no bytes arrived within ${limit} ms`)), limit)
  let timer = start()
  try {
    for await (const chunk of body) {
      clearTimeout(timer)
      yield chunk
      timer = start()
    }
  } catch (error) {
    throw storeAway(bucket, error)
  } finally {
    clearTimeout(timer)
  }
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof S3ServiceException && error.name === name
}

function unlessNotFound(error: unknown): undefined {
  if (!(error instanceof NoSuchKey || error instanceof NotFound)) throw error
}

function unlessExists(error: unknown): void {
  if (!isNamed(error, 'PreconditionFailed')) throw error
}

/** Ignores the failure of an abort, because the daily sweep aborts the upload again. */
function leaveToSweep(error: unknown): void {
  if (!(error instanceof StoreAwayError)) throw error
}
