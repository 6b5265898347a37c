import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { CircuitOpen, circuitBreaker } from './circuit-breaker.ts'

const outage = new Error('outage')
const fail = () => Promise.reject(outage)
const create = (pause = 50) => circuitBreaker({ failures: 3, pause, isFailure: (error) => error === outage })

it('the circuit opens after failures in a row, which a result or a response with an error interrupts', async () => {
  const breaker = create()
  for (const interruption of [async () => 'result', () => Promise.reject(new Error('missing'))]) {
    for (let i = 0; i < 2; i++) await expect(breaker(fail)).rejects.toThrow(outage)
    await breaker(interruption).catch(() => undefined)
  }
  for (let i = 0; i < 3; i++) await expect(breaker(fail)).rejects.toThrow(outage)
  await expect(breaker(async () => 'result')).rejects.toThrow(CircuitOpen)
})

it('the circuit makes one call as a probe after the pause, and closes when the probe succeeds', async () => {
  const breaker = create()
  for (let i = 0; i < 3; i++) await expect(breaker(fail)).rejects.toThrow(outage)
  await sleep(60)
  await expect(breaker(fail)).rejects.toThrow(outage)
  await expect(breaker(fail)).rejects.toThrow(CircuitOpen)
  await sleep(60)
  const probe = Promise.withResolvers<string>()
  const probing = breaker(() => probe.promise)
  await expect(breaker(async () => 'early')).rejects.toThrow(CircuitOpen)
  probe.resolve('back')
  expect([await probing, await breaker(async () => 'late')]).toEqual(['back', 'late'])
})
