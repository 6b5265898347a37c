import { Button, VisuallyHidden } from '@mantine/core'
import { IconFileExport, IconX } from '@tabler/icons-react'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { useSubjectExport } from './use-subject-export.ts'

interface SubjectExportButtonProps {
  performerId: string
  /** A sealed record, for which the account has given a reason. */
  sealed?: boolean
}

/** Saves everything that is stored about the performer; can be cancelled while running. */
export function SubjectExportButton({ performerId, sealed = false }: SubjectExportButtonProps) {
  const { exporting, start, cancel } = useSubjectExport(performerId, sealed)
  return (
    <>
      <BusyButton
        variant="default"
        leftSection={<IconFileExport size={17} />}
        busy={exporting}
        onClick={() => void start()}
      >
        保管情報をエクスポート
      </BusyButton>
      {exporting && (
        <Button variant="default" leftSection={<IconX size={17} />} onClick={cancel}>
          エクスポートをやめる
        </Button>
      )}
      <VisuallyHidden role="status">{exporting ? 'エクスポートしています' : ''}</VisuallyHidden>
    </>
  )
}
