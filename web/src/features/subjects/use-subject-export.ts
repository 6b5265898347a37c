import { exportSealedSubject, exportSubject } from '@kyc/contract/subjects.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { callFile } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { saveFile } from '../../ui/save-file.ts'
import { showToast } from '../../ui/toast.ts'

/** One export at a time. Leaving the page aborts the request, and the server stops the export (D52). */
export function useSubjectExport(performerId: string, sealed: boolean) {
  const running = useRef<AbortController>(null)
  const [exporting, setExporting] = useState(false)
  const cancel = useCallback(() => running.current?.abort(), [])
  useEffect(() => cancel, [cancel])
  const start = async () => {
    const controller = new AbortController()
    running.current = controller
    setExporting(true)
    try {
      const { signal } = controller
      const { blob, filename } = await callFile(sealed ? exportSealedSubject : exportSubject, {
        params: { id: performerId },
        signal,
      })
      saveFile(blob, filename ?? `performer_${performerId}.zip`)
      showToast('保管情報を保存しました')
    } catch (error) {
      if (!controller.signal.aborted)
        showToast(`保管情報のエクスポートに失敗しました：${failureText(error)}`, 'bad')
    } finally {
      setExporting(false)
    }
  }
  return { exporting, start, cancel }
}
