import { Paper, Stack, Text, Title } from '@mantine/core'
import { formatDate } from '../../ui/format.ts'
import { Prose } from './Prose.tsx'
import { type Article, revisedOn } from './policy-text.ts'
import { useHashTarget } from './use-hash-target.ts'

export function PolicyHeader({ title }: { title: string }) {
  return (
    <header>
      <title>{`${title}｜本人確認管理システム`}</title>
      <Title>{title}</Title>
      <Text size="xs" c="dimmed" mt={4} mb="md">
        最終改定日：<time dateTime={revisedOn}>{formatDate(revisedOn)}</time>
      </Text>
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
      <Paper withBorder p={{ base: '20px 16px', sm: 'xl' }} fz="lg" lh={1.8}>
        <Stack gap={28}>
          {lead && <p>{lead}</p>}
          {articles.map((article, index) => (
            <section key={article.title} id={`article-${index + 1}`}>
              <Title order={2} mb="xs">
                {contract ? `第${index + 1}条（${article.title}）` : `${index + 1}. ${article.title}`}
              </Title>
              <Prose blocks={article.body} numbered={contract} />
            </section>
          ))}
        </Stack>
      </Paper>
    </>
  )
}
