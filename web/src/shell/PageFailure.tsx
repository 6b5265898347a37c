import { Button } from '../ui/mantine/Button.ts'
import classes from '../ui/states.module.css'

/**
 * Shown when a page fails to render, such as after a deployment that removed its chunk; the button reloads
 * the page. It is part of the first load, so it does not use the larger ErrorState.
 */
export function PageFailure() {
  return (
    <div className={classes.state} role="alert">
      <h2 className={classes.title}>画面を表示できませんでした</h2>
      <div className={classes.text}>
        もう一度お試しください。解消しない場合は、しばらくしてから開き直してください。
      </div>
      <Button onClick={() => window.location.reload()}>再試行</Button>
    </div>
  )
}
