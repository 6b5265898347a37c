import { Button } from '@mantine/core'
import { useLayoutEffect } from 'react'
import { Alert } from './Alert.tsx'
import classes from './PartFailed.module.css'

export interface PartFailedProps {
  onRetry: () => void
  /** Given for a dialog: the message floats above the page and can be closed. */
  onClose?: (() => void) | undefined
}

/** Shown in place of a part of a page that could not be loaded. */
export function PartFailed({ onRetry, onClose }: PartFailedProps) {
  useOpenerFocus()
  return (
    <div className={classes.part} data-floating={onClose && true}>
      <Alert title="画面の一部を表示できませんでした">
        入力した内容はそのままです。接続を確認して、もう一度お試しください。解消しない場合は、ページを開き直してください。
      </Alert>
      <div className={classes.buttons}>
        {onClose && (
          <Button variant="default" onClick={onClose}>
            閉じる
          </Button>
        )}
        <Button onClick={onRetry}>再読み込み</Button>
      </div>
    </div>
  )
}

/** Returns the focus before the part appears, which then returns it to its opener in turn. */
function useOpenerFocus(): void {
  useLayoutEffect(() => {
    const opener = document.activeElement
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])
}
