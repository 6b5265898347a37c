import { expect, it } from 'vitest'
import { UploadSlots } from './upload-slots.ts'

const bounds = { perAccount: 2, processed: 1, bytesOnDisk: 100, wait: 50 }
const refused = expect.objectContaining({ code: 'RATE_LIMITED', details: expect.anything() })

it('bodies of all accounts share the disk space and release it at their end', () => {
  const slots = new UploadSlots(bounds)
  const [a, b] = [slots.admit('a'), slots.admit('b')]
  a.received(60)
  expect(() => b.received(41)).toThrow(refused)
  b.received(40)
  a.release()
  b.received(60)
})

it('limits an account to two bodies at a time', () => {
  const slots = new UploadSlots(bounds)
  const first = slots.admit('a')
  slots.admit('a')
  expect(() => slots.admit('a')).toThrow(refused)
  slots.admit('b')
  first.release()
  slots.admit('a')
})

it('only received bodies occupy a processing slot, and the wait for it is limited', async () => {
  const slots = new UploadSlots(bounds)
  const [sending, first, second] = [slots.admit('slow'), slots.admit('a'), slots.admit('b')]
  sending.received(1)
  await first.turn()
  await expect(second.turn()).rejects.toEqual(refused)
  first.release()
  await slots.admit('c').turn()
})
