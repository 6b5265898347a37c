import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Alert } from '../../../ui/Alert.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { showToast } from '../../../ui/toast.ts'

export interface LeftLinesProps {
  title: string
  /** The label of the button. */
  label: string
  filename: string
  /** Creates the file: the lines with their reasons. */
  file: () => Promise<Blob>
}

/** Offers the lines that an import left out as a file, to be corrected and imported again. */
export function LeftLines({ title, label, filename, file }: LeftLinesProps) {
  const save = async () => {
    try {
      saveFile(await file(), filename)
    } catch {
      showToast('ファイルを作成できませんでした。もう一度お試しください。', 'bad')
    }
  }
  return (
    <Alert tone="wait" role="status" mb={12} title={title}>
      <Group gap="sm">
        理由の列を付けて保存し、直してから取り込めます。
        <Button variant="default" leftSection={<IconDownload size={17} />} onClick={() => void save()}>
          {label}
        </Button>
      </Group>
    </Alert>
  )
}
