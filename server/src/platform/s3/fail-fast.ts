import { type S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { second } from '@kyc/contract/durations.ts'
import { StoreAwayError } from '../storage/object-store.ts'
import { CircuitOpen, circuitBreaker } from './circuit-breaker.ts'
import { attempts, isConflict, standardTryTime } from './s3-client.ts'

/** The limits of a store, in milliseconds. */
export interface BucketTimes {
  /** How long one try may take, and how long a read waits for the next bytes. */
  readonly tryTime: number
  /** How long calls fail at once before one of them is tried again. */
  readonly pause: number
}

export const standardTimes: BucketTimes = { tryTime: standardTryTime, pause: 2 * second }

/** The error responses of S3 about an object; every other error means that the bucket can't be used. */
const answers = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload', 'PreconditionFailed', 'NotImplemented'])

/**
 * Makes the calls of `client` fail at once while the store is down: a circuit breaker counts single tries. Ends each
 * try after `tryTime`, also in the middle of a reply. All failures except responses about objects become
 * StoreAwayError.
 */
export function failFast(client: S3Client, bucket: string, { tryTime, pause }: BucketTimes): void {
  const breaker = circuitBreaker({ failures: attempts, pause, isFailure: isOutage })
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args)
      } catch (error) {
        throw isAnswer(error) ? error : storeAway(bucket, error)
      }
    },
    { step: 'initialize', name: 'nameOutages' },
  )
  // Runs within the retries, which have a high priority in this step, so that each try passes the circuit breaker.
  client.middlewareStack.add((next) => (args) => breaker(() => inTime(next(args), tryTime)), {
    step: 'finalizeRequest',
    priority: 'low',
    name: 'failFast',
  })
}

/** The error of a call of the bucket that could not be made, or not completed. */
export function storeAway(bucket: string, cause: unknown): StoreAwayError {
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
  const message = `The bucket ${bucket} does not answer or refuses (${reason}).`
  return new StoreAwayError(message, { cause, transient: isTransient(cause) })
}

function isAnswer(error: unknown): boolean {
  return error instanceof S3ServiceException && answers.has(error.name)
}

function isOutage(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return true
  const { httpStatusCode = 500 } = error.$metadata
  return !isAnswer(error) && (httpStatusCode >= 500 || httpStatusCode === 429)
}

/** Whether the outage may end by itself; missing credentials or a refusal need the operator. */
function isTransient(error: unknown): boolean {
  if (error instanceof S3ServiceException) return isOutage(error) || isConflict(error)
  if (!(error instanceof Error)) return false
  return error instanceof CircuitOpen || error.name === 'TimeoutError' || 'code' in error
}

async function inTime<T>(call: Promise<T>, limit: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(Object.assign(new Error(`no complete reply within ${limit} ms`), { name: 'TimeoutError' }))
  }, limit)
  try {
    return await Promise.race([call, promise])
  } finally {
    clearTimeout(timer)
  }
}
