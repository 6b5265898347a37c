import { performerFields } from '@kyc/contract/performer-fields.ts'
import { List } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import type { Conflict } from './use-edit.ts'

/** Lists concurrent changes. The typed values remain and are saved by the next attempt. */
export function EditConflict({ conflict }: { conflict: Conflict }) {
  const { changes, authors } = conflict
  const notice = useRef<HTMLDivElement>(null)
  // The notice takes the focus, because it is far from the save button.
  useEffect(() => {
    if (conflict) notice.current?.focus()
  }, [conflict])
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      tone="wait"
      role="alert"
      title="編集中に登録内容が変更されたため、まだ保存していません"
      mb={16}
    >
      <List mb="xs" spacing={6}>
        {changes.map(({ field, before, current, typed }) => (
          <List.Item key={field}>
            <strong>{performerFields[field].label}</strong>：{before} → {current}
            {authors[field] && `（${authors[field]}）`}
            {typed !== undefined && <div>保存すると、入力中の「{typed}」で上書きします。</div>}
          </List.Item>
        ))}
      </List>
      入力した内容はそのまま残っています。確認して、もう一度保存してください。
    </Alert>
  )
}
