import type { ReactNode } from 'react'
import classes from './LoginPage.module.css'

/** The card in the middle of the pages around signing in; its title is also that of the window. */
export function PublicCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.column}>
      <title>{`${title}｜本人確認管理システム`}</title>
      <section className={classes.card} aria-labelledby="card-title">
        <h1 id="card-title">{title}</h1>
        {children}
      </section>
    </div>
  )
}
