import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

/** Runs jobs that end one by one, in the order of their start. */
function steps(queue: FairQueue) {
  const started: string[] = []
  const running: (() => void)[] = []
  const run = (owner: string) =>
    queue.run(owner, () => {
      started.push(owner)
      return new Promise<void>((resolve) => running.push(resolve))
    })
  const endOne = async () => {
    await setImmediate()
    running.shift()?.()
    await setImmediate()
  }
  const endAll = async (jobs: Promise<void>[]) => {
    for (const _ of jobs) await endOne()
    await Promise.all(jobs)
  }
  return { started, run, endOne, endAll }
}

it('reports the jobs that run and wait', async () => {
  const queue = new FairQueue(2)
  const { run, endAll } = steps(queue)
  const jobs = ['a', 'a', 'b', 'a'].map(run)
  expect(queue.load()).toEqual({ running: 2, waiting: 2 })
  await endAll(jobs)
  expect(queue.load()).toEqual({ running: 0, waiting: 0 })
})

it('serves owners in turn, regardless of their number of jobs', async () => {
  const { started, run, endAll } = steps(new FairQueue(1))
  await endAll(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(run))
  expect(started.join('')).toBe('aabcaba')
})

it('prefers the owner with the fewest running jobs', async () => {
  const { started, run, endOne, endAll } = steps(new FairQueue(2))
  const jobs = ['a', 'a', 'a', 'b', 'b'].map(run)
  await endOne()
  expect(started.join('')).toBe('aab')
  await endAll(jobs)
})

it('releases the slot of a failed job, and removes a job whose signal aborts', async () => {
  const queue = new FairQueue(1)
  await expect(queue.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  const release = await queue.acquire('a')
  const gone = new AbortController()
  const waiting = queue.acquire('b', gone.signal)
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  release()
  expect(await queue.run('c', async () => 'served')).toBe('served')
})
