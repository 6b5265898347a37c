import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './account.module.css'

export interface RowProps {
  icon: TablerIcon
  title: ReactNode
  note: ReactNode
  /** The button. */
  children: ReactNode
}

/** A way to prove one's identity, with its state and its button. */
export function Row({ icon: Icon, title, note, children }: RowProps) {
  return (
    <div className={classes.row}>
      <Icon className={classes.rowIcon} size={20} aria-hidden />
      <div className={classes.rowText}>
        <h3 className={classes.rowTitle}>{title}</h3>
        <p className={classes.rowNote}>{note}</p>
      </div>
      {children}
    </div>
  )
}
