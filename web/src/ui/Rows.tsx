import type { ComponentPropsWithRef } from 'react'
import classes from './Rows.module.css'

/** A list with a line between its items. */
export function Rows(props: ComponentPropsWithRef<'ul'>) {
  return <ul className={classes.rows} {...props} />
}
