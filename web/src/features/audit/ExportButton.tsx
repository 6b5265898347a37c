import { useExportRefusal } from '../../session/use-organisations.ts'
import { GuardedButton } from '../../ui/GuardedButton.tsx'
import { IconDownload, IconX } from '../../ui/icons.ts'
import { Button } from '../../ui/mantine/Button.ts'
import text from '../../ui/text.module.css'
import type { AuditFilterValues } from './audit-filter.ts'
import { useAuditExport } from './use-audit-export.ts'

/** エクスポート (spec §2) with the applied filter; can be cancelled while running. */
export function ExportButton({ filter }: { filter: AuditFilterValues }) {
  const refusal = useExportRefusal()
  const { exporting, start, cancel } = useAuditExport(filter)
  return (
    <>
      <GuardedButton
        refusal={refusal}
        variant="default"
        leftSection={<IconDownload size={17} />}
        onClick={() => void start()}
        disabled={exporting}
      >
        {exporting ? 'エクスポート中...' : 'エクスポート'}
      </GuardedButton>
      {exporting && (
        <Button variant="default" leftSection={<IconX size={17} />} onClick={cancel}>
          エクスポートをやめる
        </Button>
      )}
      <span role="status" className={text.hidden}>
        {exporting ? 'レポートを作成しています' : ''}
      </span>
    </>
  )
}
