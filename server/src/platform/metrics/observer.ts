/** A call of another system. Names and outcomes are words of the code, never values of a request. */
export interface RemoteCall<T> {
  readonly system: 'storage' | 'checkpoints' | 'mail' | 'callback'
  readonly operation: string
  /** The outcome of a call that did not throw; without it `ok`. */
  readonly outcomeOf?: (result: T) => string
}

/** What is measured of a request: no address, header or value. */
export interface ObservedRequest {
  /** The id in the log. */
  readonly id: string
  readonly method: string
  /** The pattern of the route, or `unmatched`. */
  readonly route: string
}

export interface EndedRequest {
  /** Undefined if the client disconnected before the end of the response. */
  readonly status: number | undefined
  /** The code of the problem in the reply. */
  readonly problem: string | undefined
}

export interface RunningRequest {
  /** Runs a part of the request, so that its calls belong to it. */
  during(part: () => void): void
  ended(end: EndedRequest): void
}

/** Measures requests and calls of other systems, for metrics and traces. */
export interface Observer {
  requestStarted(request: ObservedRequest): RunningRequest
  call<T>(call: RemoteCall<T>, act: () => Promise<T>): Promise<T>
}

/** Combines several observers into one; undefined without any, so that nothing is measured. */
export function observeWith(observers: readonly Observer[]): Observer | undefined {
  if (observers.length === 0) return undefined
  return {
    requestStarted(request) {
      const running = observers.map((observer) => observer.requestStarted(request))
      return {
        during: (part) => running.reduceRight((inner, each) => () => each.during(inner), part)(),
        ended: (end) => {
          for (const each of running) each.ended(end)
        },
      }
    },
    call: (call, act) => observers.reduceRight((inner, observer) => () => observer.call(call, inner), act)(),
  }
}
