/** The time of day for records and rules. Leases, sessions and lock-outs go by the database's clock instead. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
