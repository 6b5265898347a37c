import { expect, it } from 'vitest'
import { ownLimits } from '../../../testing/doubles/own-limits.ts'
import { UploadSlots } from './upload-slots.ts'

const bounds = { perAccount: 2, processed: 1, bytesOnDisk: 100, wait: 50 }
const refused = expect.objectContaining({ code: 'RATE_LIMITED', details: expect.anything() })

it('bodies of all accounts share the disk space and release it at their end', async () => {
  const slots = new UploadSlots(ownLimits(), bounds)
  const [a, b] = [await slots.admit('a'), await slots.admit('b')]
  a.received(60)
  expect(() => b.received(41)).toThrow(refused)
  b.received(40)
  await a.release()
  b.received(60)
})

it('limits an account to two bodies at a time', async () => {
  const slots = new UploadSlots(ownLimits(), bounds)
  const first = await slots.admit('a')
  await slots.admit('a')
  await expect(slots.admit('a')).rejects.toEqual(refused)
  await slots.admit('b')
  await first.release()
  await slots.admit('a')
})

it('only received bodies occupy a processing slot, and the wait for it is limited', async () => {
  const slots = new UploadSlots(ownLimits(), bounds)
  const sending = await slots.admit('slow')
  const [first, second] = [await slots.admit('a'), await slots.admit('b')]
  sending.received(1)
  await first.turn()
  await expect(second.turn()).rejects.toEqual(refused)
  await first.release()
  await (await slots.admit('c')).turn()
})
