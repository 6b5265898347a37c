import type { ReactNode } from 'react'
import classes from './LoginPage.module.css'

/** The centred card of the pages around sign-in; also sets the window title. */
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
