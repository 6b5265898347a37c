import type { ReactNode } from 'react'
import classes from './Columns.module.css'

/** The content of a page with a second column at its side, or below it in narrow windows. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={classes.columns}>{children}</div>
}
