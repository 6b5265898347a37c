import { listAuditLogs } from '@kyc/contract/audit.ts'
import { limits } from '@kyc/contract/limits.ts'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { pageQuery } from '../../api/queries.ts'
import type { AuditFilterValues } from './audit-filter.ts'

/** A page of the log: cached for 30 s; 更新 and 適用 refetch, at most once in 300 ms (spec §7). */
export function useAuditLogs(filter: AuditFilterValues, cursor: string | undefined) {
  const query = useQuery({
    ...pageQuery(listAuditLogs, { query: { ...filter, cursor } }),
    staleTime: limits.auditCache,
    gcTime: limits.auditCache,
  })
  const refresh = useDebouncedCallback(() => void query.refetch(), limits.auditDebounce)
  return { ...query, refresh }
}
