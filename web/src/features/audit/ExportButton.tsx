import { Button } from '@mantine/core'
import '@mantine/core/styles/Button.css'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import text from '../../ui/text.module.css'
import type { AuditFilterValues } from './audit-filter.ts'
import { useAuditExport } from './use-audit-export.ts'

/** エクスポート (spec §2) with the applied filter; can be cancelled while running. */
export function ExportButton({ filter }: { filter: AuditFilterValues }) {
  const { exporting, start, cancel } = useAuditExport(filter)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={17} stroke={1.7} />}
        onClick={start}
        disabled={exporting}
      >
        {exporting ? 'エクスポート中...' : 'エクスポート'}
      </Button>
      {exporting && (
        <Button variant="default" leftSection={<IconX size={17} stroke={1.7} />} onClick={cancel}>
          エクスポートをやめる
        </Button>
      )}
      <span role="status" className={text.hidden}>
        {exporting ? 'レポートを作成しています' : ''}
      </span>
    </>
  )
}
