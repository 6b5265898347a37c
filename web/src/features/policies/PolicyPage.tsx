import { formatDate } from '../../ui/format.ts'
import { Prose } from './Prose.tsx'
import classes from './policies.module.css'
import { type Article, revisedOn } from './policy-text.ts'
import { useHashTarget } from './use-hash-target.ts'

export function PolicyHeader({ title }: { title: string }) {
  return (
    <header className={classes.header}>
      <title>{`${title}｜本人確認管理システム`}</title>
      <h1>{title}</h1>
      <p>
        最終改定日：<time dateTime={revisedOn}>{formatDate(revisedOn)}</time>
      </p>
    </header>
  )
}

export interface PolicyPageProps {
  title: string
  lead?: string
  articles: readonly Article[]
  /** Formats the articles as a contract: 第1条（目的）, with numbered items. */
  contract?: boolean
}

export function PolicyPage({ title, lead, articles, contract = false }: PolicyPageProps) {
  useHashTarget()
  return (
    <>
      <PolicyHeader title={title} />
      <div className={classes.sheet}>
        {lead && <p>{lead}</p>}
        {articles.map((article, index) => (
          <section key={article.title} id={`article-${index + 1}`}>
            <h2>{contract ? `第${index + 1}条（${article.title}）` : `${index + 1}. ${article.title}`}</h2>
            <Prose blocks={article.body} numbered={contract} />
          </section>
        ))}
      </div>
    </>
  )
}
