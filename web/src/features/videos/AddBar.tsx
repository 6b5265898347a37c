import { limits } from '@kyc/contract/limits.ts'
import { Button, Group, Text } from '@mantine/core'
import { useId } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import bar from '../../ui/bar.module.css'
import { formatCount } from '../../ui/format.ts'
import classes from './AddBar.module.css'
import type { AddPerformers } from './use-add-performers.ts'

export interface AddBarProps {
  adding: AddPerformers
  /** Why the account may not change the video. */
  refusal: string | undefined
}

/** Bar at the bottom: number of chosen performers, error, and 追加する. */
export function AddBar({ adding, refusal }: AddBarProps) {
  const statusId = useId()
  const { size } = adding.chosen
  const tooMany = size > limits.page.maximum
  return (
    <div className={`${bar.bar} ${classes.bar}`}>
      {adding.error && (
        <Alert className={bar.error} title="追加できませんでした">
          {failureText(adding.error)}
        </Alert>
      )}
      <Group className={bar.status} gap="0 12px" c="dimmed" id={statusId} aria-live="polite">
        {refusal ?? (size === 0 && '追加する出演者を選択してください')}
        {size > 0 && (
          <Text component="strong" inherit fw={700} c="var(--app-text)">
            {formatCount(size)}名を選択中
          </Text>
        )}
        {tooMany && <span>一度に追加できるのは{limits.page.maximum}名までです。</span>}
      </Group>
      <div className={bar.buttons}>
        <Button variant="default" size="md" disabled={size === 0 || adding.isPending} onClick={adding.clear}>
          選択を解除
        </Button>
        <BusyButton
          className={bar.act}
          size="md"
          disabled={size === 0 || tooMany || refusal !== undefined}
          busy={adding.isPending}
          aria-describedby={statusId}
          onClick={adding.send}
        >
          追加する
        </BusyButton>
      </div>
    </div>
  )
}
