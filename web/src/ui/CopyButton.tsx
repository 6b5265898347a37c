import { ActionIcon, Button, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'

export interface CopyButtonProps {
  value: string
  label?: string
  /** Shows the label, not only an icon. */
  worded?: boolean
  /** Replace the Japanese words for the outcome. */
  outcomes?: { readonly copied: string; readonly failed: string }
}

const japanese = { copied: 'コピーしました', failed: 'コピーできませんでした' }

/** Copies `value`; shows the outcome for some seconds and announces it to screen readers. */
export function CopyButton(props: CopyButtonProps) {
  const { value, label = 'コピー', worded = false, outcomes = japanese } = props
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
        {copied && outcomes.copied}
        {/* The browser may refuse the clipboard; the text can still be selected. */}
        {error && outcomes.failed}
      </Text>
    </>
  )
}
