import { ErrorState, type ErrorStateProps } from './ErrorState.tsx'
import frame from './frame.module.css'

export interface ListFailedProps extends ErrorStateProps {
  /** The list has a filter or search, which stays. */
  narrowed?: boolean
}

/** Shown instead of a list that failed to load. */
export function ListFailed({ narrowed = false, children, ...state }: ListFailedProps) {
  return (
    <div className={frame.card}>
      <ErrorState {...state}>
        {children}
        {narrowed && (
          <>
            <br />
            入力した条件はそのまま残っています。
          </>
        )}
      </ErrorState>
    </div>
  )
}
