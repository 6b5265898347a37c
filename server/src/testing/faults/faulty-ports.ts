import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WrapPort } from '../../ports.ts'
import type { FaultPlan } from './fault-plan.ts'

const delay = 50

/** Makes the calls of the ports fail as `plan` decides. Each method of a port is a point. */
export function breakPorts(plan: FaultPlan): WrapPort {
  return (name, port) =>
    new Proxy(port, {
      get(target, property, receiver) {
        const method = Reflect.get(target, property, receiver)
        if (typeof method !== 'function' || typeof property !== 'string') return method
        return (...args: unknown[]) => {
          const point = `${name}.${property}`
          if (method.constructor.name === 'AsyncGeneratorFunction') {
            return failingList(plan, point, method.apply(target, args))
          }
          return failing(plan, point, () => method.apply(target, args))
        }
      },
    })
}

async function failing(plan: FaultPlan, point: string, run: () => Promise<unknown>): Promise<unknown> {
  const fault = plan.draw(point)
  switch (fault) {
    case undefined:
      return run()
    case 'error':
      throw systemError(point, 'ENOSPC')
    case 'lost':
      // Waits as long as a caller that streams needs to fill the buffers.
      await sleep(delay)
      throw systemError(point, 'ECONNRESET')
    case 'after':
      return brokenAfter(await run(), point)
    case 'delay':
      await sleep(delay)
      return run()
  }
}

/** Returns a stream that breaks off after its first chunk; throws for any other result, which is lost. */
function brokenAfter(result: unknown, point: string): Readable {
  if (!(result instanceof Readable)) throw systemError(point, 'ECONNRESET')
  const content: AsyncIterable<unknown> = result
  return Readable.from(
    (async function* () {
      for await (const chunk of content) {
        yield chunk
        throw systemError(point, 'ECONNRESET')
      }
    })(),
  )
}

async function* failingList(plan: FaultPlan, point: string, items: AsyncIterable<unknown>) {
  for await (const item of items) {
    await failing(plan, point, async () => undefined)
    yield item
  }
}

function systemError(point: string, code: string): Error {
  return Object.assign(new Error(`injected ${code} in ${point}`), { code })
}
