import { listAuditLogs } from '@kyc/contract/audit.ts'
import { limits } from '@kyc/contract/limits.ts'
import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callPaged } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import type { AuditFilterValues } from './audit-filter.ts'

/** A page of the log: cached for 30 s; 更新 and 適用 refetch, at most once in 300 ms (spec §7). */
export function useAuditLogs(filter: AuditFilterValues, cursor: string | undefined) {
  const query = useQuery({
    queryKey: queryKeys.auditLogList({ ...filter, cursor }),
    queryFn: ({ signal }) => callPaged(listAuditLogs, { query: { ...filter, cursor }, signal }),
    staleTime: limits.auditCache,
    gcTime: limits.auditCache,
    placeholderData: keepPreviousData,
  })
  const refresh = useDebouncedCallback(() => void query.refetch(), limits.auditDebounce)
  return { ...query, refresh }
}
