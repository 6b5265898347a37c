import { Box, CloseButton, Group, List, Text } from '@mantine/core'
import { useState } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { paths } from '../../paths.ts'
import { type Session, useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Section } from '../../ui/Section.tsx'

interface Highlight {
  readonly label: string
  readonly href: string
  readonly note: string
  readonly isFor: (session: Session) => boolean
}

/** The special features of the product, each with a link to its page. */
const highlights: readonly Highlight[] = [
  {
    label: '本人の端末にリンクを送る',
    href: paths.performers({ status: 'draft' }),
    note: '下書きの出演者を開き、「本人に提出してもらう」を押します。QRコードをスマートフォンで読み取れます。',
    isFor: ({ isAuditor }) => !isAuditor,
  },
  {
    label: '問題のある提出を審査する',
    href: paths.review(),
    note: 'ぼけた身分証、別人の身分証、署名のない同意書が待っています。',
    isFor: ({ isAdmin }) => isAdmin,
  },
  {
    label: '公開できない動画の理由を見る',
    href: paths.videos({ gate: 'missing' }),
    note: '契約や撮影の記録の不足が、根拠の条文とともに表示されます。',
    isFor: () => true,
  },
  {
    label: '監査ログを検証する',
    href: paths.auditLogs(),
    note: '「検証」を押すと、書き換えや削除がないことを確かめます。',
    isFor: ({ readsAll }) => readsAll,
  },
  {
    label: '封印した記録を開く',
    href: paths.sealedRecords(),
    note: '削除した出演者の記録は、理由を記録してからでなければ開けません。',
    isFor: ({ isSuperadmin }) => isSuperadmin,
  },
]

/** Kept only until the page is loaded again: the browser stores nothing but what /privacy names. */
let closedBefore = false

/** A tour of the demo: links to what the role of the account may do. Shown in demo mode only (D45). */
export function Highlights() {
  const session = useSession()
  const config = useConfig()
  const [closed, setClosed] = useState(closedBefore)
  if (!config?.demo || closed) return null
  const close = () => {
    closedBefore = true
    setClosed(true)
  }
  return (
    <Box mb="md">
      <Section title="見どころ" action={<CloseButton aria-label="見どころを閉じる" onClick={close} />}>
        <List p="md" listStyleType="none" spacing={6}>
          {highlights
            .filter(({ isFor }) => isFor(session))
            .map(({ label, href, note }) => (
              <List.Item key={label}>
                <Group gap="2px 12px">
                  <AppLink href={href}>{label}</AppLink>
                  <Text span size="xs" c="dimmed">
                    {note}
                  </Text>
                </Group>
              </List.Item>
            ))}
        </List>
      </Section>
    </Box>
  )
}
