import {
  GetObjectCommand,
  type ListObjectsV2CommandInput,
  type ListObjectsV2CommandOutput,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { StartError } from '../process/start-error.ts'
import type { OnceFiles } from '../transparency/once-files.ts'
import type { BucketAddress } from './bucket-address.ts'

/** The store refused a call, or did not reply after all retries. */
export class BucketUnavailable extends StartError {}

/**
 * Files in a bucket. The conditional put refuses to replace a file; a store that ignores the condition is protected by
 * the look-up before it, except against another process in the same moment.
 * @throws BucketUnavailable
 */
export function bucketFiles(client: S3Client, { bucket: Bucket, prefix }: BucketAddress): OnceFiles {
  const keyOf = (path: readonly string[]) => prefix + path.join('/')
  const read = async (path: readonly string[]) => {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(path) }))
      return await Body?.transformToString('utf8')
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined
      throw unavailable(Bucket, error)
    }
  }
  return {
    async write(path, content) {
      if ((await read(path)) !== undefined) return
      const put = new PutObjectCommand({
        Bucket,
        Key: keyOf(path),
        Body: content,
        ContentType: 'text/plain; charset=utf-8',
        IfNoneMatch: '*',
      })
      await client.send(put).catch((error) => {
        if (!(error instanceof S3ServiceException && error.name === 'PreconditionFailed')) {
          throw unavailable(Bucket, error)
        }
      })
    },
    read,
    async folders() {
      const pages = await list(client, { Bucket, Prefix: prefix, Delimiter: '/' })
      return pages.flatMap(({ CommonPrefixes = [] }) =>
        CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(prefix.length, -1)),
      )
    },
    async files(folder) {
      const Prefix = `${prefix}${folder}/`
      const pages = await list(client, { Bucket, Prefix })
      return pages.flatMap(({ Contents = [] }) => Contents.map(({ Key = '' }) => Key.slice(Prefix.length)))
    },
  }
}

async function list(client: S3Client, input: ListObjectsV2CommandInput & { Bucket: string }) {
  const pages: ListObjectsV2CommandOutput[] = []
  try {
    for await (const page of paginateListObjectsV2({ client }, input)) pages.push(page)
    return pages
  } catch (error) {
    throw unavailable(input.Bucket, error)
  }
}

function unavailable(bucket: string, cause: unknown): BucketUnavailable {
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
  return new BucketUnavailable(`The bucket ${bucket} does not answer or refuses (${reason}).`, { cause })
}
