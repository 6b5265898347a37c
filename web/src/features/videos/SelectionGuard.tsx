import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** Leaving with performers chosen and not added asks first; another page of the same list is no leaving. */
export function SelectionGuard({ losesWork }: { losesWork: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && losesWork(),
    enableBeforeUnload: losesWork,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title="選択の破棄"
      confirm="破棄して移動"
      cancel="選択に戻る"
      danger
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    >
      選択した出演者はまだ動画に追加されていません。
    </ConfirmDialog>
  )
}
