/** The circuit is open: the calls before failed, and this one was not made. */
export class CircuitOpen extends Error {
  constructor() {
    super('it failed repeatedly and is tried again in a moment')
    this.name = 'CircuitOpen'
  }
}

interface Options {
  /** The number of failures in a row that opens the circuit. */
  readonly failures: number
  /** The milliseconds after the last failure until one call is made as a probe. */
  readonly pause: number
  /** Other errors are responses of the remote system, and close the circuit as a result does. */
  readonly isFailure: (error: unknown) => boolean
}

/**
 * Makes calls of a remote system fail at once while it is unavailable. After the pause, one call is the probe; the
 * others keep failing until it succeeds.
 */
export function circuitBreaker({ failures, pause, isFailure }: Options) {
  let failed = 0
  let lastFailure = 0
  let probing = false
  return async <T>(call: () => Promise<T>): Promise<T> => {
    const isProbe = failed >= failures
    if (isProbe && (probing || performance.now() - lastFailure < pause)) throw new CircuitOpen()
    probing = isProbe
    try {
      const result = await call()
      failed = 0
      return result
    } catch (error) {
      failed = isFailure(error) ? failed + 1 : 0
      lastFailure = performance.now()
      throw error
    } finally {
      if (isProbe) probing = false
    }
  }
}
