import type { ReactNode } from 'react'
import classes from './PublicCard.module.css'

export interface PublicCardProps {
  /** Heading and window title. */
  title: string
  /** Below the card. */
  below?: ReactNode
  children: ReactNode
}

/** The centred card of the pages around sign-in; also sets the window title. */
export function PublicCard({ title, below, children }: PublicCardProps) {
  return (
    <div className={classes.column}>
      <title>{`${title}｜本人確認管理システム`}</title>
      <section className={classes.card} aria-labelledby="card-title">
        <h1 id="card-title">{title}</h1>
        {children}
      </section>
      {below}
    </div>
  )
}

/** A line between two ways of signing in. */
export function OrLine() {
  return <p className={classes.or}>または</p>
}
