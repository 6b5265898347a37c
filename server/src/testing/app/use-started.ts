import { afterAll, beforeAll } from 'vitest'

/** Starts something before the tests of a file and closes it afterwards. The object is empty until then. */
export function useStarted<Started extends { close(): Promise<unknown> }>(
  start: () => Promise<Started>,
): Started {
  const started = {} as Started // filled by the hook
  beforeAll(async () => {
    Object.assign(started, await start())
  })
  afterAll(() => started.close())
  return started
}
