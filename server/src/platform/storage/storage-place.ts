import { relative, sep } from 'node:path'
import { type BucketAddress, parseBucketAddress } from '../s3/bucket-address.ts'
import { type Environment, isLoopback } from '../settings/environment.ts'

/** Where files are stored: a folder, or a bucket of S3 or of a compatible store. */
export type StoragePlace =
  | { readonly kind: 'folder'; readonly path: string }
  | ({ readonly kind: 'bucket' } & BucketAddress)

/** Reads a setting that names a folder or a bucket; `fallback` is a folder. */
export function readPlace(env: Environment, name: string, fallback: string): StoragePlace {
  const text = env.text(name)
  const trusted = (env.text('PLAIN_HTTP_STORES') ?? '').split(',').map((host) => host.trim())
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text ?? '')?.[1]?.toLowerCase()
  if (text !== undefined && scheme === 's3') {
    const address = parseBucketAddress(text)
    if (typeof address !== 'string') {
      requireTls(env, name, address, trusted)
      return Object.freeze({ kind: 'bucket', ...address })
    }
    env.fault(`${name} ${address}`)
    return Object.freeze({ kind: 'folder', path: fallback })
  }
  if (scheme !== undefined && scheme !== 'file') {
    env.fault(`${name} must be a folder or a bucket s3://…, not ${scheme}://.`)
  }
  return Object.freeze({ kind: 'folder', path: env.path(name, fallback) })
}

/** Credentials and names of objects must not cross a network in plain text, unless the operator trusts that network. */
function requireTls(
  env: Environment,
  name: string,
  { endpoint }: BucketAddress,
  trusted: readonly string[],
): void {
  const url = endpoint === undefined ? null : URL.parse(endpoint)
  if (url?.protocol !== 'http:' || env.text('NODE_ENV') !== 'production') return
  if (isLoopback(url.hostname) || trusted.includes(url.hostname)) return
  env.fault(
    `${name} must have an endpoint with https://. Only in a network that no other machine can read: PLAIN_HTTP_STORES=${url.hostname}.`,
  )
}

/** Whether two places are the same, or one contains the other. */
export function overlap(one: StoragePlace, other: StoragePlace): boolean {
  if (one.kind === 'folder' && other.kind === 'folder')
    return isWithin(one.path, other.path) || isWithin(other.path, one.path)
  if (one.kind === 'folder' || other.kind === 'folder') return false
  const [address, otherAddress] = [addressOf(one), addressOf(other)]
  return address.startsWith(otherAddress) || otherAddress.startsWith(address)
}

/** Without the region: the name of a bucket is unique in AWS, and a compatible store has one. */
function addressOf({ endpoint, bucket, prefix }: BucketAddress): string {
  return `${endpoint === undefined ? 'aws' : new URL(endpoint).host}/${bucket}/${prefix}`
}

/** Whether an absolute path is a folder or below it. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`)
}
