import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { Dialog } from '../../ui/Dialog.tsx'
import { type ListColumn, listColumns } from './list-columns.ts'

export interface ColumnsDialogProps {
  columns: readonly ListColumn[]
  onChange: (columns: readonly ListColumn[]) => void
  onClose: () => void
}

/** Selects the columns of the list. Each choice applies at once. */
export function ColumnsDialog({ columns, onChange, onClose }: ColumnsDialogProps) {
  const names = Object.keys(listColumns) as ListColumn[] // a literal has no other keys
  const toggle = (name: ListColumn) =>
    onChange(names.filter((each) => (each === name) !== columns.includes(each)))
  return (
    <Dialog
      title="表示する列"
      size={420}
      onClose={onClose}
      footer={
        <Button size="md" onClick={onClose}>
          閉じる
        </Button>
      }
    >
      <Text c="dimmed" mb="sm">
        このブラウザの一覧に表示する列を選びます。氏名は常に表示されます。
      </Text>
      <Stack gap="sm">
        {names.map((name) => (
          <Checkbox
            key={name}
            label={listColumns[name]}
            checked={columns.includes(name)}
            onChange={() => toggle(name)}
          />
        ))}
      </Stack>
    </Dialog>
  )
}
