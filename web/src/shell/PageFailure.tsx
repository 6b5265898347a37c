import { Button } from '@mantine/core'
import { useEffect } from 'react'
import classes from '../ui/states.module.css'

/**
 * Shown in the frame when a page cannot be loaded or rendered. Reloads when the connection is back, or by its
 * button. It is part of the first load, so it does not use the larger ErrorState.
 */
export function PageFailure() {
  useEffect(() => {
    const reload = () => window.location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  return (
    <div className={classes.state} role="alert">
      <h1 className={classes.title}>画面を表示できませんでした</h1>
      <div className={classes.text}>
        接続を確認して、もう一度お試しください。解消しない場合は、しばらくしてから開き直してください。
      </div>
      <Button onClick={() => window.location.reload()}>再試行</Button>
    </div>
  )
}
