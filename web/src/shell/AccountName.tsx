import { roleLabels } from '@kyc/contract/role-labels.ts'
import { Group, Text } from '@mantine/core'
import { paths } from '../paths.ts'
import { useSession } from '../session/use-session.ts'
import { AppLink } from '../ui/AppLink.tsx'

/** Name and role of the signed-in account, linked to the account page. `onChoose` closes the drawer. */
export function AccountName({ onChoose }: { onChoose?: () => void }) {
  const { user } = useSession()
  const name = user.displayName || user.name || user.email
  return (
    <Group component="span" display="inline-flex" wrap="nowrap" gap="xs" miw={0}>
      {user.secondFactorMissing ? (
        <Text span size="xs" fw={700} truncate maw={240} py={3}>
          {name}
        </Text>
      ) : (
        <Text
          component={AppLink}
          size="xs"
          fw={700}
          c="var(--app-text)"
          truncate
          maw={240}
          py={3}
          href={paths.account()}
          title="アカウント"
          onClick={onChoose}
        >
          {name}
        </Text>
      )}
      <Text span size="xs" c="dimmed" flex="none" px={7} py={1} bd="1px solid var(--app-line-2)" bdrs="xs">
        {roleLabels[user.role]}
      </Text>
    </Group>
  )
}
