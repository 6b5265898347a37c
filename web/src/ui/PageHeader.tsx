import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import type { ReactNode } from 'react'
import { AppLink } from './AppLink.tsx'
import classes from './PageHeader.module.css'
import type { Back } from './way-back.ts'

export interface PageHeaderProps {
  title: string
  /** That of the window, where the page is named after a record: titles stand in the history of the browser (D62). */
  windowTitle?: string
  /** Beside the title: a count or a state. */
  badge?: ReactNode
  /** At the right: buttons, at most one of them filled. */
  actions?: ReactNode
  back?: Back
  /** A line beneath the title. */
  children?: ReactNode
}

/** The head of a page: its only h1, which is also the title of the window unless that has one of its own. */
export function PageHeader({ title, windowTitle = title, badge, actions, back, children }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <title>{`${windowTitle}｜本人確認管理システム`}</title>
      {back && (
        <AppLink className={classes.back} href={back.href} state={back.state}>
          <IconChevronLeft size={18} stroke={1.7} aria-hidden />
          {back.label}
        </AppLink>
      )}
      <div className={classes.line}>
        <h1 className={classes.title}>{title}</h1>
        {badge}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children && <div className={classes.note}>{children}</div>}
    </header>
  )
}
