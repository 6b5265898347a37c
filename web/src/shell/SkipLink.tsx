import classes from './SkipLink.module.css'

/** First Tab stop of every page: skips header and menu. */
export function SkipLink() {
  return (
    <a href="#main" className={classes.skip}>
      本文へ移動
    </a>
  )
}
