import { useState } from 'react'
import classes from './CopyButton.module.css'
import { IconCheck, IconCopy } from './icons.ts'
import { ActionIcon } from './mantine/ActionIcon.ts'

/** Copies `value`; shows the outcome and announces it to screen readers. */
export function CopyButton({ value, label = 'コピー' }: { value: string; label?: string }) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('copied')
    } catch {
      setOutcome('failed') // the browser may refuse the clipboard; the text can still be selected
    }
  }
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={copy}>
        {outcome === 'copied' ? <IconCheck size={17} /> : <IconCopy size={17} />}
      </ActionIcon>
      <span role="status" className={classes.status}>
        {outcome === 'copied' && 'コピーしました'}
        {outcome === 'failed' && 'コピーできませんでした'}
      </span>
    </>
  )
}
