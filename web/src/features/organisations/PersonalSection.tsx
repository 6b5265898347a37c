import { Box, Text } from '@mantine/core'
import { GuardedButton } from '../../ui/GuardedButton.tsx'
import { Section } from '../../ui/Section.tsx'

/** How the organisation of one person becomes that of a company. */
export function PersonalSection({ refusal, onStart }: { refusal: string | undefined; onStart: () => void }) {
  return (
    <Section title="会社として使う">
      <Box p="md">
        <Text maw={640} mb="md" fz="xs" c="dimmed">
          いまは、あなただけの組織です。種別を制作会社または配信会社に変えて会社名を設定すると、同僚を招待して、出演者と動画をいっしょに扱えます。登録した内容はそのまま引き継がれます。個人には戻せません。
        </Text>
        <GuardedButton variant="default" refusal={refusal} onClick={onStart}>
          会社名を設定
        </GuardedButton>
      </Box>
    </Section>
  )
}
