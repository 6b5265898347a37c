import { limits } from '@kyc/contract/limits.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import type { CalledFile } from '../api/call.ts'
import { failureText } from '../api/failure-text.ts'
import { saveFile } from '../ui/save-file.ts'
import { showToast } from '../ui/toast.ts'

interface FileExport {
  /** `name` is used if the server sends none. */
  readonly fetch: (signal: AbortSignal) => Promise<CalledFile>
  readonly name: string
}

/** One export at a time. Leaving the page aborts the request, and the server stops the export (D52). */
export function useFileExport(texts: { done: string; failed: string }) {
  const running = useRef<AbortController>(null)
  const [exporting, setExporting] = useState(false)
  const cancel = useCallback(() => running.current?.abort(), [])
  useEffect(() => cancel, [cancel])
  const start = async ({ fetch, name }: FileExport) => {
    const controller = new AbortController()
    running.current = controller
    setExporting(true)
    try {
      const { blob, filename } = await fetch(controller.signal)
      saveFile(blob, filename ?? name)
      showToast(texts.done)
    } catch (error) {
      if (!controller.signal.aborted) showToast(exportFailure(texts.failed, error), 'bad')
    } finally {
      setExporting(false)
    }
  }
  return { exporting, start, cancel }
}

/** The message of a failure, with the reason if the user can act on it. */
export function exportFailure(failed: string, error: unknown): string {
  if (!(error instanceof ApiError)) return failed
  if (error.status === 429) {
    const minutes = Math.ceil((error.retryAfter ?? limits.defaultRetryAfterSeconds) / 60)
    return `${failed}。エクスポートは1時間に${limits.rate.exportPerHour}回までです。約${minutes}分後にもう一度お試しください。`
  }
  if ([400, 403, 409].includes(error.status)) return `${failed}。${failureText(error)}`
  return error.requestId ? `${failed}（お問い合わせ番号：${error.requestId}）` : failed
}
