import { afterAll, beforeAll } from 'vitest'

/**
 * Starts something before the tests of a file and closes it afterwards. The object is empty until then; its properties are
 * those of the started one, also for what a test assigns.
 */
export function useStarted<Started extends { close(): Promise<unknown> }>(
  start: () => Promise<Started>,
): Started {
  const handle = {} as Started // filled by the hook
  beforeAll(async () => {
    const started = await start()
    for (const key of Object.keys(started) as (keyof Started)[])
      Object.defineProperty(handle, key, {
        get: () => started[key],
        set: (value) => {
          started[key] = value
        },
        enumerable: true,
      })
  })
  afterAll(() => handle.close())
  return handle
}
