import { IconChevronLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AppLink } from './AppLink.tsx'
import classes from './PageHeader.module.css'
import type { Back } from './way-back.ts'

export interface PageHeaderProps {
  title: string
  /** Window title if `title` names a record: the browser history stores window titles (D62). */
  windowTitle?: string
  /** Count or state next to the title. */
  badge?: ReactNode
  /** Buttons at the right, at most one of them filled. */
  actions?: ReactNode
  back?: Back
  /** Text below the title. */
  children?: ReactNode
}

/** The header of a page with its only h1; also sets the window title. */
export function PageHeader({ title, windowTitle = title, badge, actions, back, children }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <title>{`${windowTitle}｜本人確認管理システム`}</title>
      {back && (
        <AppLink className={classes.back} href={back.href} state={back.state}>
          <IconChevronLeft size={18} aria-hidden />
          {back.label}
        </AppLink>
      )}
      <div className={classes.line}>
        <div className={classes.heading}>
          <h1 className={classes.title}>{title}</h1>
          {badge}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children && <div className={classes.note}>{children}</div>}
    </header>
  )
}
