import classes from './SkipLink.module.css'

/** The first stop of the Tab key on every page: past header and menu. */
export function SkipLink() {
  return (
    <a href="#main" className={classes.skip}>
      本文へ移動
    </a>
  )
}
