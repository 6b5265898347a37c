import { ErrorState, type ErrorStateProps } from './ErrorState.tsx'
import frame from './frame.module.css'

export interface ListFailedProps extends ErrorStateProps {
  /** Something narrows the list; nothing of it is lost. */
  narrowed?: boolean
}

/** In place of a list that could not be fetched. */
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
