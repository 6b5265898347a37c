import { IconDownload, IconX } from '../../ui/icons.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { VisuallyHidden } from '../../ui/mantine/VisuallyHidden.ts'
import type { AuditFilterValues } from './audit-filter.ts'
import { useAuditExport } from './use-audit-export.ts'

/** エクスポート (spec §2) with the applied filter; can be cancelled while running. */
export function ExportButton({ filter }: { filter: AuditFilterValues }) {
  const { exporting, start, cancel } = useAuditExport(filter)
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={17} />} onClick={start} disabled={exporting}>
        {exporting ? 'エクスポート中...' : 'エクスポート'}
      </Button>
      {exporting && (
        <Button variant="default" leftSection={<IconX size={17} />} onClick={cancel}>
          エクスポートをやめる
        </Button>
      )}
      <VisuallyHidden role="status">{exporting ? 'レポートを作成しています' : ''}</VisuallyHidden>
    </>
  )
}
