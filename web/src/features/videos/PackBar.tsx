import { packLimits } from '@kyc/contract/pack-vocabulary.ts'
import { Button, Group, Text } from '@mantine/core'
import { useId, useState } from 'react'
import bar from '../../ui/bar.module.css'
import { formatCount } from '../../ui/format.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { CreatePackDialog } from '../packs/CreatePackDialog.tsx'
import type { Selecting } from './use-selecting.ts'

/** Bar at the bottom while videos are chosen for a pack. */
export function PackBar({ selecting: { chosen, end } }: { selecting: Selecting }) {
  const statusId = useId()
  const [creating, setCreating] = useState(false)
  useReturnFocus(creating)
  if (chosen === null) return null
  const videos = [...chosen.values()]
  const problem = problemOf(videos)
  return (
    <div className={bar.bar}>
      <Group className={bar.status} gap="0 12px" c="dimmed" id={statusId} aria-live="polite">
        {videos.length > 0 && (
          <Text component="strong" inherit fw={700} c="var(--app-text)">
            {formatCount(videos.length)}件を選択中
          </Text>
        )}
        {problem && <span>{problem}</span>}
      </Group>
      <div className={bar.buttons}>
        <Button variant="default" size="md" onClick={end}>
          やめる
        </Button>
        <Button
          className={bar.act}
          size="md"
          disabled={problem !== undefined}
          aria-describedby={statusId}
          onClick={() => setCreating(true)}
        >
          証拠パックを作成
        </Button>
      </div>
      {creating && <CreatePackDialog subject={{ videos }} onClose={() => setCreating(false)} />}
    </div>
  )
}

function problemOf(
  videos: readonly { readonly organisation: { readonly id: string } }[],
): string | undefined {
  if (videos.length === 0) return '動画を選択してください'
  if (videos.length > packLimits.videos) return `一度に選べる動画は${packLimits.videos}件までです。`
  if (new Set(videos.map(({ organisation }) => organisation.id)).size > 1)
    return '同じ組織の動画を選択してください。'
  return undefined
}
