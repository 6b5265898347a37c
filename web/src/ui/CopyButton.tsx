import { ActionIcon, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** Copies `value`; shows the outcome for some seconds and announces it to screen readers. */
export function CopyButton({ value, label = 'コピー' }: { value: string; label?: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 3000 })
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => copy(value)}>
        {copied ? <IconCheck size={17} /> : <IconCopy size={17} />}
      </ActionIcon>
      <Text span size="xs" c="dimmed" role="status">
        {copied && 'コピーしました'}
        {/* The browser may refuse the clipboard; the text can still be selected. */}
        {error && 'コピーできませんでした'}
      </Text>
    </>
  )
}
