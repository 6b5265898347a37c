import { exportAuditLogs } from '@kyc/contract/audit.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { callFile } from '../../api/call.ts'
import { useFileExport } from '../../session/use-file-export.ts'
import type { AuditFilterValues } from './audit-filter.ts'

/** The messages of spec §8. */
const texts = { done: 'レポートをダウンロードしました', failed: 'レポートのエクスポートに失敗しました' }

export function useAuditExport(filter: AuditFilterValues) {
  const { exporting, start, cancel } = useFileExport(texts)
  return {
    exporting,
    cancel,
    /** With `proof`, the file is an archive that contains the proof file too. */
    start: (proof: boolean) =>
      start({
        name: `audit_log_report_${dayInJapan(new Date())}.${proof ? 'zip' : 'xlsx'}`,
        fetch: (signal) =>
          callFile(exportAuditLogs, {
            query: { ...filter, ...(proof && { proof: 'true' as const }) },
            signal,
          }),
      }),
  }
}
