import { attemptLimits } from '@kyc/contract/attempt-limits.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { Environment } from './environment.ts'

// The settings that replace limits of the contract.

const positive = (fallback: number) => ({ min: 1, max: 100_000_000, fallback })

export function readRate(env: Environment) {
  return Object.freeze({
    apiPerMinute: env.integer('RATE_API_PER_MINUTE', positive(limits.rate.apiPerMinute)),
  })
}

export function readQuota(env: Environment) {
  const { registrationsPerDay, uploadMiBPerDay } = limits
  return Object.freeze({
    registrationsPerDay: env.integer('REGISTRATIONS_PER_DAY', positive(registrationsPerDay)),
    mebibytesPerDay: env.integer('UPLOAD_MB_PER_DAY', positive(uploadMiBPerDay)),
  })
}

export function readBulkViewAlert(env: Environment) {
  const text = env.text('LOOKS_ALERT')
  const { performers, documents } = attemptLimits.bulkViewAlert
  if (text === undefined) return Object.freeze({ performers, documents })
  if (text === 'off') return null
  const [, first, second] = /^([1-9]\d{0,5}),\s*([1-9]\d{0,5})$/.exec(text) ?? []
  if (first === undefined || second === undefined) {
    env.fault(`LOOKS_ALERT must be off, or performers and documents an hour such as 200,600, not "${text}".`)
  }
  return Object.freeze({ performers: Number(first), documents: Number(second) })
}
