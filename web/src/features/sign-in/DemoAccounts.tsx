import type { ClientConfig } from '@kyc/contract/system.ts'
import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { LinkButton } from '../../ui/LinkButton.tsx'
import classes from './DemoAccounts.module.css'

type Account = ClientConfig['demoAccounts'][number]

export interface DemoAccountsProps {
  accounts: readonly Account[]
  /** Signs in with one click. */
  onEnter: (account: Account) => void
  onFill: (account: Account) => void
}

/** What the product is, and its demo accounts; in demo mode only (D45). */
export function DemoAccounts({ accounts, onEnter, onFill }: DemoAccountsProps) {
  const password = accounts[0]?.password
  return (
    <Paper
      component="section"
      px={{ base: 'md', sm: 20 }}
      py="sm"
      fz="xs"
      lh={1.5}
      bd="1px dashed var(--app-line-2)"
      aria-labelledby="demo-title"
    >
      <Group component="h2" id="demo-title" gap="xs" fz="sm">
        <IconFlask size={18} aria-hidden />
        デモ環境で動作しています
      </Group>
      <Text size="sm" mt={4} mb="sm">
        出演者の本人確認書類を預かり、審査し、証明できる形で残すシステムです。制作会社や配信会社が書類を登録し、管理者が審査します。だれが何を見て、どう判断したかは、改ざんできない監査ログに残ります。
      </Text>
      <Group gap="xs" grow preventGrowOverflow={false}>
        {accounts.map(
          (account) =>
            account.door && (
              <Button key={account.email} variant="default" onClick={() => onEnter(account)}>
                {account.door}
              </Button>
            ),
        )}
      </Group>
      <details className={classes.all}>
        <summary>すべてのアカウント（{accounts.length}件）</summary>
        {password && (
          <Text size="xs" my={4}>
            パスワードはすべて <strong>{password}</strong> です。
          </Text>
        )}
        <Stack component="ul" gap={0}>
          {accounts.map((account) => (
            <Group
              component="li"
              key={account.email}
              wrap="nowrap"
              gap="xs"
              mih={34}
              className={classes.account}
            >
              <Text span size="xs" c="dimmed" w={92} flex="none">
                {account.label}
              </Text>
              <Box component="span" flex={1}>
                {account.email}
              </Box>
              <LinkButton aria-label={`${account.label}のアカウントを入力`} onClick={() => onFill(account)}>
                入力
              </LinkButton>
            </Group>
          ))}
        </Stack>
      </details>
    </Paper>
  )
}
