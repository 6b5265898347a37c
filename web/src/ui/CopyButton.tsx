import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import classes from './CopyButton.module.css'

/** Copies `value`; shows the outcome for some seconds and announces it to screen readers. */
export function CopyButton({ value, label = 'コピー' }: { value: string; label?: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 3000 })
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => copy(value)}>
        {copied ? <IconCheck size={17} /> : <IconCopy size={17} />}
      </ActionIcon>
      <span role="status" className={classes.status}>
        {copied && 'コピーしました'}
        {/* The browser may refuse the clipboard; the text can still be selected. */}
        {error && 'コピーできませんでした'}
      </span>
    </>
  )
}
