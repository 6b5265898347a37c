import { z } from 'zod'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { Queue } from '../../../platform/outbox/queue.ts'

const day = 24 * 60 * 60

/** Its jobs wake deliveries; how often a delivery is attempted is not the queue's matter (schedule.ts). */
export const deliveryQueue: Queue = {
  name: 'delivery',
  retries: 14,
  retryDelay: 15,
  maximumRetryDelay: 60 * 60,
  timeout: 60,
  kept: 14 * day,
  concurrency: 1,
}

/**
 * Says that an attempt is due at a time. Such a job is written in the same transaction as `next_attempt_at`, and holds
 * for as long as it says the same: whatever sets another time writes a job of its own, so that an old one means
 * nothing and clocks that differ lose nothing.
 */
const wakeUp = z.strictObject({ id: z.uuid(), due: z.iso.datetime() })
/** Wakes the waiting deliveries of a partner, some at a time. */
const wakeAll = z.strictObject({ partnerId: z.uuid(), upTo: z.iso.datetime() })
const job = z.union([wakeUp, wakeAll])
export type DeliveryJob = z.infer<typeof job>

export function readJob(data: object): DeliveryJob {
  return job.parse(data)
}

type QueueServices = { readonly outbox: Outbox }

/** @param notBefore if it is not `due` itself */
export function enqueueWakeUp(
  { outbox }: QueueServices,
  tx: Tx,
  { id, due, notBefore = due }: { id: string; due: Date; notBefore?: Date },
): Promise<void> {
  const data: DeliveryJob = { id, due: due.toISOString() }
  return outbox.enqueue(tx, deliveryQueue, data, { notBefore })
}

export function enqueueWakeAll(
  { outbox }: QueueServices,
  tx: Tx,
  { partnerId, upTo }: { partnerId: string; upTo: Date },
): Promise<void> {
  const data: DeliveryJob = { partnerId, upTo: upTo.toISOString() }
  return outbox.enqueue(tx, deliveryQueue, data)
}
