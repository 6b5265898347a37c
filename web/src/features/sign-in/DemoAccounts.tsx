import type { ClientConfig } from '@kyc/contract/system.ts'
import { Box, Group, Paper, Stack, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { LinkButton } from '../../ui/LinkButton.tsx'
import classes from './DemoAccounts.module.css'

type Account = ClientConfig['demoAccounts'][number]

/** The demo accounts; in demo mode only (D45). */
export function DemoAccounts({
  accounts,
  onFill,
}: {
  accounts: readonly Account[]
  onFill: (account: Account) => void
}) {
  const password = accounts[0]?.password
  return (
    <Paper
      component="section"
      px={{ base: 'md', sm: 20 }}
      py="xs"
      fz="xs"
      lh={1.5}
      bd="1px dashed var(--app-line-2)"
      aria-labelledby="demo-title"
    >
      <Group component="h2" id="demo-title" gap="xs" fz="sm">
        <IconFlask size={18} aria-hidden />
        デモ環境で動作しています
      </Group>
      {password && (
        <Text size="xs" mb={4}>
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
    </Paper>
  )
}
