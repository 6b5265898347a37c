import { Box, Button, List, Stack, Text } from '@mantine/core'
import { paths } from '../../paths.ts'
import { useRegisterRefusal } from '../../session/use-organisations.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Section } from '../../ui/Section.tsx'

/** What a new organisation does first, in place of counts that are all zero. */
export function FirstDay() {
  const refusal = useRegisterRefusal()
  return (
    <Box mb="lg">
      <Section title="はじめに">
        <Stack p="md" gap="sm" align="flex-start">
          <Text>
            出演者はまだ登録されていません。出演者を登録して書類を提出すると、審査が始まり、ここに件数が表示されます。
          </Text>
          {refusal === undefined ? (
            <>
              <List type="ordered" spacing={6}>
                <List.Item>1名ずつ登録します。書類がそろっていなくても、下書きで登録できます。</List.Item>
                <List.Item>
                  <p>
                    名簿があれば、
                    <AppLink href={paths.importPerformers()}>ファイルから一括登録</AppLink>
                    できます。
                  </p>
                </List.Item>
                <List.Item>
                  登録した出演者の画面で「本人に提出してもらう」を押すと、ご本人がスマートフォンで書類を提出できます。
                </List.Item>
              </List>
              <Button component={AppLink} href={paths.addPerformer()}>
                最初の出演者を登録
              </Button>
            </>
          ) : (
            <Text c="dimmed">{refusal}</Text>
          )}
        </Stack>
      </Section>
    </Box>
  )
}
