import { ErrorState } from '../ui/ErrorState.tsx'

/** A page that failed while it was drawn, such as after a new version took its code away: load it anew. */
export function PageFailure() {
  return <ErrorState title="画面を表示できませんでした" onRetry={() => window.location.reload()} />
}
