import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { clearRecords, createQueryClient } from './query-client.ts'
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

test('under a cover, what the page shows stays until it is released, without bytes of documents (D72)', () => {
  const client = createQueryClient()
  const shows = (name: string, staleTime?: 'static') => {
    client.setQueryData([name, 'get'], name)
    const options = { queryKey: [name, 'get'], gcTime: 0, enabled: true, ...(staleTime && { staleTime }) }
    return new QueryObserver(client, { ...options, queryFn: () => name }).subscribe(() => {})
  }
  const hide = [shows('performers'), shows('bytes', 'static'), shows('system')]
  client.setQueryData(['videos', 'get'], 'earlier page')
  const release = clearRecords(client, true)
  for (const stop of hide) stop()
  const names = () =>
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey: [name] }) => name)
  expect(names()).toContain('performers')
  expect(names()).not.toContain('bytes')
  expect(names()).not.toContain('videos')
  expect(client.getQueryState(['performers', 'get'])?.isInvalidated).toBe(true)
  release()
  clearRecords(client)
  expect(names()).not.toContain('performers')
})
