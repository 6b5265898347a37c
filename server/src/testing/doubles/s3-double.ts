import crypto, { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import S3rver from 's3rver'
import { FairQueue } from '../../platform/jobs/fair-queue.ts'

/**
 * A local S3 server (s3rver) with one empty bucket. What s3rver lacks or does otherwise than S3 is added here:
 * conditional puts, listing and aborting multipart uploads, further pages of a list, and that a cut upload creates no
 * object.
 */
export interface S3Double {
  readonly bucket: string
  readonly endpoint: string
  /** The settings of the AWS SDK for it. */
  readonly env: Readonly<Record<string, string>>
  /** Whether the double supports the condition of puts; otherwise it refuses them. */
  conditional: boolean
  /** How many of the next conditional puts are refused because another one is running. */
  conflicts: number
  /** Called at the beginning of each call. */
  onCall: ((method: string) => void) | undefined
  close(): Promise<void>
}

/** The parts of s3rver and Koa that its types lack. */
interface Internals {
  readonly middleware: ((ctx: Context, next: () => Promise<void>) => Promise<void>)[]
  readonly store: {
    getResourcePath(bucket: string, key: string | undefined, resource: string): string
    existsObject(bucket: string, key: string): Promise<boolean>
    listObjects(bucket: string, options: { maxKeys: number }): Promise<object>
    putObject(object: {
      bucket: string
      key: string
      content: Readable
      metadata: object
    }): Promise<{ size: number; md5: string }>
    putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>
  }
}

interface Context {
  readonly method: string
  readonly path: string
  readonly query: Record<string, string>
  get(header: string): string
  status: number
  type: string
  body: string
}

export async function startS3Double(port = 0): Promise<S3Double> {
  const bucket = 'sample-bucket'
  const directory = await mkdtemp(join(tmpdir(), 'kyc-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const internals = server as unknown as Internals // see there
  storeCompletely(internals.store, directory)
  listInSmallPages(internals.store)
  const puts = new Map<string, FairQueue>()
  internals.middleware.unshift((ctx, next) => addMissingCalls(internals.store, puts, double, ctx, next))
  const address = (await server.run()) as AddressInfo // it listens on TCP
  const double: S3Double = {
    bucket,
    endpoint: `http://127.0.0.1:${address.port}`,
    env: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER', AWS_REGION: 'us-east-1' },
    conditional: true,
    conflicts: 0,
    onCall: undefined,
    async close() {
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
  return double
}

/** S3 returns 1,000 at a time. */
const pageSize = 2

function listInSmallPages(store: Internals['store']): void {
  const listObjects = store.listObjects.bind(store)
  store.listObjects = (bucket, options) => listObjects(bucket, { ...options, maxKeys: pageSize })
  // s3rver encrypts the token of the next page with DES. OpenSSL 3 has only triple DES, which equals DES if its keys
  // are equal.
  for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
    const original = crypto[name] as (...args: unknown[]) => unknown // its overloads
    const create = (algorithm: string, key: Buffer, ...rest: unknown[]) =>
      algorithm === 'des'
        ? original('des-ede3-cbc', Buffer.concat([key, key, key]), ...rest)
        : original(algorithm, key, ...rest)
    Object.assign(crypto, { [name]: create })
  }
}

/** Objects appear when all their bytes have arrived, as in S3. */
function storeCompletely(store: Internals['store'], directory: string): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const draft = join(directory, randomUUID())
    const hash = createHash('md5')
    const bytes = new PassThrough().on('data', (chunk) => hash.update(chunk))
    const file = createWriteStream(draft)
    await pipeline(content, bytes, file)
    const path = store.getResourcePath(bucket, key, 'object')
    await mkdir(dirname(path), { recursive: true })
    await rename(draft, path)
    const md5 = hash.digest('hex')
    await store.putMetadata(bucket, key, metadata, md5)
    return { size: file.bytesWritten, md5 }
  }
}

async function addMissingCalls(
  store: Internals['store'],
  puts: Map<string, FairQueue>,
  double: S3Double,
  ctx: Context,
  next: () => Promise<void>,
): Promise<void> {
  double.onCall?.(ctx.method)
  const [, bucket = '', ...names] = decodeURIComponent(ctx.path).split('/')
  const key = names.join('/')
  const uploads = store.getResourcePath(bucket, undefined, 'uploads')
  const { uploadId } = ctx.query
  const completes = ctx.method === 'PUT' ? uploadId === undefined : uploadId !== undefined
  if (ctx.get('if-none-match') && completes) {
    if (!double.conditional) return answer(ctx, 501, 'NotImplemented')
    if (double.conflicts > 0) {
      double.conflicts--
      return answer(ctx, 409, 'ConditionalRequestConflict')
    }
    // The check and the write are one step, as in S3.
    const ofKey = puts.get(ctx.path) ?? new FairQueue(1)
    puts.set(ctx.path, ofKey)
    return ofKey.run(ctx.path, async () => {
      if (await store.existsObject(bucket, key)) answer(ctx, 412, 'PreconditionFailed')
      else await next()
    })
  }
  if (ctx.method === 'GET' && 'uploads' in ctx.query) {
    ctx.type = 'application/xml'
    ctx.body = await listUploads(uploads, ctx.query)
  } else if (ctx.method === 'DELETE' && uploadId !== undefined) {
    await rm(join(uploads, uploadId), { recursive: true, force: true })
    ctx.status = 204
  } else await next()
}

function answer(ctx: Context, status: number, code: string): void {
  ctx.status = status
  ctx.type = 'application/xml'
  ctx.body = `<Error><Code>${code}</Code><Message>${code}</Message></Error>`
}

async function listUploads(folder: string, { prefix = '', ...query }: Context['query']): Promise<string> {
  const ids = (await readdir(folder).catch(() => [])).sort()
  const rest = ids.filter((id) => id > (query['upload-id-marker'] ?? ''))
  const page = rest.slice(0, pageSize)
  const items = page.map(async (id) => {
    const { birthtime } = await stat(join(folder, id))
    const key = await readFile(join(folder, id, 'key'), 'utf8')
    if (!key.startsWith(prefix)) return ''
    return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${birthtime.toISOString()}</Initiated></Upload>`
  })
  const found = (await Promise.all(items)).join('')
  const next = `<NextKeyMarker>-</NextKeyMarker><NextUploadIdMarker>${page.at(-1)}</NextUploadIdMarker>`
  const more = rest.length > page.length
  return `<ListMultipartUploadsResult><IsTruncated>${more}</IsTruncated>${more ? next : ''}${found}</ListMultipartUploadsResult>`
}
