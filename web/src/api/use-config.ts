import { type ClientConfig, getConfig } from '@kyc/contract/system.ts'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from './queries.ts'

/** The server configuration, fetched once per page load; undefined until loaded (D46). */
export function useConfig(): ClientConfig | undefined {
  const { data } = useQuery({
    ...callQuery(getConfig),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data
}
