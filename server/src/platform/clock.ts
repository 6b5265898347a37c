/** The clock for records and rules. Leases, sessions and lockouts use the clock of the database instead. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
