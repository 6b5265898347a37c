import { exportAuditLogs } from '@kyc/contract/audit.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { limits } from '@kyc/contract/limits.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { callFile } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { saveFile } from '../../ui/save-file.ts'
import { showToast } from '../../ui/toast.ts'
import type { AuditFilterValues } from './audit-filter.ts'

/** One export at a time. Leaving the page aborts the request, and the server stops the export (D52). */
export function useAuditExport(filter: AuditFilterValues) {
  const running = useRef<AbortController>(null)
  const [exporting, setExporting] = useState(false)
  const cancel = useCallback(() => running.current?.abort(), [])
  useEffect(() => cancel, [cancel])
  /** With `proof`, the file is an archive that contains the proof file too. */
  const start = async (proof: boolean) => {
    const controller = new AbortController()
    running.current = controller
    setExporting(true)
    try {
      const { blob, filename } = await callFile(exportAuditLogs, {
        query: { ...filter, ...(proof && { proof: 'true' as const }) },
        signal: controller.signal,
      })
      saveFile(blob, filename ?? `audit_log_report_${dayInJapan(new Date())}.${proof ? 'zip' : 'xlsx'}`)
      showToast('レポートをダウンロードしました')
    } catch (error) {
      if (!controller.signal.aborted) showToast(exportFailure(error), 'bad')
    } finally {
      setExporting(false)
    }
  }
  return { exporting, start, cancel }
}

/** The message of spec §8, with the reason if the user can act on it. */
export function exportFailure(error: unknown): string {
  const failed = 'レポートのエクスポートに失敗しました'
  if (!(error instanceof ApiError)) return failed
  if (error.status === 429) {
    const minutes = Math.ceil((error.retryAfter ?? limits.defaultRetryAfterSeconds) / 60)
    return `${failed}。エクスポートは1時間に${limits.rate.exportPerHour}回までです。約${minutes}分後にもう一度お試しください。`
  }
  if ([400, 403, 409].includes(error.status)) return `${failed}。${failureText(error)}`
  return error.requestId ? `${failed}（お問い合わせ番号：${error.requestId}）` : failed
}
