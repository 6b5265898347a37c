import { type ClientConfig, getConfig } from '@kyc/contract/system.ts'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from './queries.ts'

const onceLoaded = {
  ...callQuery(getConfig),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
}

/** The server configuration, fetched once per page load; undefined until loaded (D46). */
export function useConfig(): ClientConfig | undefined {
  return useQuery(onceLoaded).data
}

/** Whether the configuration is still loading, so that `useConfig` may change. */
export function useConfigPending(): boolean {
  return useQuery(onceLoaded).isPending
}
