import { limits } from '@kyc/contract/limits.ts'
import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../../paths.ts'
import { useAuthState } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { ContactForm } from './ContactForm.tsx'

/** The subject that a link fills in: of a cancellation (spec §9), or from an expired invitation. */
const subjects = { cancellation: '解約の申し込み', invitation: '招待の再送の依頼' } as const

/** /contact (spec §2). */
export function ContactPage() {
  const state = useAuthState()
  const { topic } = useSearch({ from: '/reading' })
  const subject = topic ? subjects[topic] : ''
  const [sent, setSent] = useState(false)
  const user = state.status === 'authenticated' ? state.user : null
  return (
    <>
      <title>お問い合わせ｜本人確認管理システム</title>
      <Title mb="md">お問い合わせ</Title>
      <Paper component="section" withBorder p="card">
        {sent ? (
          <Sent onAgain={() => setSent(false)} />
        ) : (
          <>
            <Text size="lg" mb="lg">
              ご質問やご要望をお送りください。{limits.contactReplyHours}時間以内に、メールで回答いたします。
            </Text>
            <Text mb="lg">
              出演した作品の公開を止めたい場合は、
              <AppLink href={paths.takedownNotice()}>公開停止の申し出</AppLink>
              からお送りください。すぐに手続きを始めます。
            </Text>
            <ContactForm
              defaults={{ name: user?.displayName || user?.name || '', email: user?.email ?? '', subject }}
              onSent={() => setSent(true)}
            />
          </>
        )}
      </Paper>
    </>
  )
}

/** Takes the focus that the removed form had. */
function Sent({ onAgain }: { onAgain: () => void }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} tabIndex={-1} role="status">
      <Title order={2} c="green" mb="xs">
        <Group component="span" gap="xs">
          <IconCircleCheck size={22} aria-hidden />
          送信しました
        </Group>
      </Title>
      <Text size="lg" mb="lg">
        お問い合わせありがとうございます。{limits.contactReplyHours}
        時間以内にご回答いたします。確認のメールをお送りしましたので、あわせてご確認ください。
      </Text>
      <Button variant="default" onClick={onAgain}>
        新しいお問い合わせ
      </Button>
    </div>
  )
}
