import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { second } from '@kyc/contract/durations.ts'
import type { BucketAddress } from './bucket-address.ts'

/** The tries of a call. Retries and their pauses are those of the SDK. */
export const attempts = 3

/** How long one try may take, in milliseconds: three are shorter than the time limit of an API call. */
export const standardTryTime = 8 * second

/**
 * How long a connection may be silent in the middle of a reply: longer than a slow browser takes for the part of a
 * document that is buffered here, during which nothing is read.
 */
const silence = 60 * second

/**
 * The client of AWS with time limits. It finds the credentials in `AWS_…`. It also tries again when a conditional put
 * met another one of the same key, as S3 asks: the SDK would not.
 */
export function createS3Client(
  { region, endpoint }: BucketAddress,
  requestTimeout = standardTryTime,
): S3Client {
  const client = new S3Client({
    ...(region && { region }),
    // Compatible stores rarely have a host name for each bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: attempts,
    // A checked stream does not fail when its connection is cut. Everything stored is signed or authenticated.
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: Math.min(3 * second, requestTimeout),
      requestTimeout,
      throwOnRequestTimeout: true, // otherwise the limit causes a warning only
      socketTimeout: silence,
    },
  })
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args)
      } catch (error) {
        if (isConflict(error)) error.$retryable = {}
        throw error
      }
    },
    { step: 'finalizeRequest', priority: 'low', name: 'retryConflicts' }, // within the retries
  )
  return client
}

export function isConflict(error: unknown): error is S3ServiceException {
  return error instanceof S3ServiceException && error.name === 'ConditionalRequestConflict'
}
