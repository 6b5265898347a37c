import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import type { ReactNode } from 'react'
import { AppLink } from './AppLink.tsx'
import classes from './PageHeader.module.css'

export interface PageHeaderProps {
  title: string
  /** Beside the title: a count or a state. */
  badge?: ReactNode
  /** At the right: buttons, at most one of them filled. */
  actions?: ReactNode
  back?: { label: string; href: string }
  /** A line beneath the title. */
  children?: ReactNode
}

/** The head of a page: its only h1, which is also the title of the window. */
export function PageHeader({ title, badge, actions, back, children }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <title>{`${title}｜本人確認管理システム`}</title>
      {back && (
        <AppLink className={classes.back} href={back.href}>
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
