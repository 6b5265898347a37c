import { Button } from '@mantine/core'
import '@mantine/core/styles/Button.css'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import type { UseMutationResult } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'

export interface SeeNewestProps {
  decision: Pick<UseMutationResult, 'error' | 'reset'>
  onSee: () => void
}

/** Below the message of a failed decision: opens the newest version, if that is why it failed (D11). */
export function SeeNewest({ decision, onSee }: SeeNewestProps) {
  const { error } = decision
  if (!(error instanceof ApiError) || error.code !== 'DOCUMENT_REPLACED') return null
  const onClick = () => {
    decision.reset()
    onSee()
  }
  return (
    <Button variant="default" mt={8} leftSection={<IconEye size={17} stroke={1.7} />} onClick={onClick}>
      最新の書類を見る
    </Button>
  )
}
