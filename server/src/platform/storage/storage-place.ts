import type { Environment } from '../environment.ts'
import { type BucketAddress, parseBucketAddress } from '../s3/bucket-address.ts'

/** Where files are stored: a folder, or a bucket of S3 or of a compatible store. */
export type StoragePlace =
  | { readonly kind: 'folder'; readonly path: string }
  | ({ readonly kind: 'bucket' } & BucketAddress)

/** Reads a setting that names a folder or a bucket; `fallback` is a folder. */
export function readPlace(env: Environment, name: string, fallback: string): StoragePlace {
  const text = env.text(name)
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text ?? '')?.[1]?.toLowerCase()
  if (text !== undefined && scheme === 's3') {
    const address = parseBucketAddress(text)
    if (typeof address !== 'string') return Object.freeze({ kind: 'bucket', ...address })
    env.fault(`${name} ${address}`)
    return Object.freeze({ kind: 'folder', path: fallback })
  }
  if (scheme !== undefined && scheme !== 'file') {
    env.fault(`${name} must be a folder or a bucket s3://…, not ${scheme}://.`)
  }
  return Object.freeze({ kind: 'folder', path: env.path(name, fallback) })
}
