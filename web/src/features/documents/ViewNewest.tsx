import type { UseMutationResult } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { IconEye } from '../../ui/icons.ts'
import { Button } from '../../ui/mantine/Button.ts'

export interface ViewNewestProps {
  decision: Pick<UseMutationResult, 'error' | 'reset'>
  onView: () => void
}

/** Button below a failed decision; opens the newest version if the decision was on an older one (D11). */
export function ViewNewest({ decision, onView }: ViewNewestProps) {
  const { error } = decision
  if (!(error instanceof ApiError) || error.code !== 'DOCUMENT_REPLACED') return null
  const onClick = () => {
    decision.reset()
    onView()
  }
  return (
    <Button variant="default" mt={8} leftSection={<IconEye size={17} />} onClick={onClick}>
      最新の書類を見る
    </Button>
  )
}
