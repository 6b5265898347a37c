import { ApiError } from '../../api/api-error.ts'
import { failureText } from '../../api/failure-text.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import frame from '../../ui/frame.module.css'

export interface PartnersFailedProps {
  title: string
  error: Error
  onRetry: () => void
  /** The page of a cursor that no longer holds can't be had by asking again. */
  onFirstPage?: () => void
  retrying: boolean
}

export function PartnersFailed({ title, error, onRetry, onFirstPage, retrying }: PartnersFailedProps) {
  const problem = error instanceof ApiError ? error : undefined
  const again = problem?.code === 'CURSOR_INVALID' && onFirstPage ? onFirstPage : onRetry
  return (
    <div className={frame.card}>
      <ErrorState title={title} onRetry={again} retrying={retrying} requestId={problem?.requestId}>
        {problem?.title ?? failureText(error)}
      </ErrorState>
    </div>
  )
}
