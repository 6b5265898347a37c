import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** A local S3 server (s3rver) with one empty bucket. It does not know conditional puts. */
export interface S3Double {
  readonly bucket: string
  readonly endpoint: string
  /** The settings of the AWS SDK for it. */
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
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
  const address = (await server.run()) as AddressInfo // it listens on TCP
  return {
    bucket,
    endpoint: `http://127.0.0.1:${address.port}`,
    env: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER', AWS_REGION: 'us-east-1' },
    async close() {
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}
