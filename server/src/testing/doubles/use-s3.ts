import { afterAll, beforeAll, vi } from 'vitest'
import { useStarted } from '../app/use-started.ts'
import { type S3Double, startS3Double } from './s3-double.ts'

/** A bucket for the tests of a file, whose credentials are in the environment of this process. */
export function useS3(): S3Double {
  const s3 = useStarted(startS3Double)
  beforeAll(() => {
    for (const [name, value] of Object.entries(s3.env)) vi.stubEnv(name, value)
  })
  afterAll(() => void vi.unstubAllEnvs())
  return s3
}
