import { ActionIcon, Button, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'

export interface CopyButtonProps {
  value: string
  label?: string
  /** Shows the label, not only an icon. */
  worded?: boolean
}

/** Copies `value`; shows the outcome for some seconds and announces it to screen readers. */
export function CopyButton({ value, label = 'コピー', worded = false }: CopyButtonProps) {
  const { copy, copied, error } = useClipboard({ timeout: 3000 })
  const icon = copied ? <IconCheck size={17} /> : <IconCopy size={17} />
  return (
    <>
      {worded ? (
        <Button variant="default" leftSection={icon} onClick={() => copy(value)}>
          {label}
        </Button>
      ) : (
        <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => copy(value)}>
          {icon}
        </ActionIcon>
      )}
      <Text span size="xs" c="dimmed" role="status">
        {copied && 'コピーしました'}
        {/* The browser may refuse the clipboard; the text can still be selected. */}
        {error && 'コピーできませんでした'}
      </Text>
    </>
  )
}
