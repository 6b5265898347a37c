import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { until } from './testing/test-environment.ts'

afterEach(() => onlineManager.setOnline(true))

test('when the connection is back, failed queries load, but no bytes of documents (D38)', async () => {
  const client = createQueryClient()
  const calls: string[] = []
  const observe = (name: string, staleTime?: 'static') => {
    const queryFn = async () => {
      calls.push(name)
      if (name !== 'loaded' && !onlineManager.isOnline()) throw new Error('offline')
      return name
    }
    new QueryObserver(client, { queryKey: [name], queryFn, ...(staleTime && { staleTime }) }).subscribe(
      () => {},
    )
  }
  onlineManager.setOnline(false)
  observe('list')
  observe('loaded')
  observe('bytes', 'static')
  await until(() => client.isFetching() === 0)
  expect(client.getQueryState(['list'])?.status).toBe('error')
  onlineManager.setOnline(true)
  await until(() => client.getQueryState(['list'])?.status === 'success')
  expect(calls).toEqual(['list', 'loaded', 'bytes', 'list'])
})
