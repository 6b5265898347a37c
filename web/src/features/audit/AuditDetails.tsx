import type { AuditEntry } from '@kyc/contract/audit.ts'
import { changesOf, factsOf, unreadableText } from '@kyc/contract/audit-words.ts'
import { Code, Group, Table, Text, Title } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { MailAddress } from '../../ui/MailAddress.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { ActionIcon, toneOf } from './action-icons.tsx'
import classes from './audit.module.css'
import { entryTitle, resourceHref, resourceText, userText } from './entry-text.ts'

/** One entry: facts, old and new values side by side, and the raw JSON (D40). */
export function AuditDetails({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      size={640}
      title={
        <Group component="span" gap="xs" className={classes.title} data-tone={toneOf(entry.action)}>
          <ActionIcon action={entry.action} size={20} />
          {entryTitle(entry.action, entry.resourceType)}
        </Group>
      }
    >
      {entry.unreadable && (
        <Text size="xs" c="red">
          {unreadableText(entry.id)}。データが破損しています。システムの管理者にご連絡ください。
        </Text>
      )}
      <Facts entry={entry} />
      <Changes entry={entry} />
      <RawJson entry={entry} />
    </Dialog>
  )
}

function Facts({ entry }: { entry: AuditEntry }) {
  const resource = resourceText(entry)
  const { isSuperadmin } = useSession()
  const href = resourceHref(entry, isSuperadmin)
  return (
    <dl className={classes.facts}>
      <Fact label="日時（JST）">
        <Timestamp at={entry.createdAt} precision="second" />
      </Fact>
      <Fact label="ユーザー">{userText(entry)}</Fact>
      <Fact label="対象">{href ? <AppLink href={href}>{resource.name}</AppLink> : resource.name}</Fact>
      <Fact label="IPアドレス">{entry.ipAddress ?? 'なし'}</Fact>
      {factsOf(entry.details).map(({ key, label, value }) => (
        <Fact key={key} label={label}>
          {value}
        </Fact>
      ))}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Group wrap="nowrap" align="flex-start" gap="sm" py="xs" className={classes.fact}>
      <Text component="dt" size="xs" c="dimmed" w={96} flex="none">
        {label}
      </Text>
      <dd className={text.lines}>
        {typeof children === 'string' ? <MailAddress address={children} /> : children}
      </dd>
    </Group>
  )
}

function Changes({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry.details)
  if (changes.length === 0) return null
  return (
    <section>
      <Title order={3} mb="xs">
        変更内容
      </Title>
      <Table withTableBorder className={text.lines}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">項目</Table.Th>
            <Table.Th scope="col">変更前</Table.Th>
            <Table.Th scope="col">変更後</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map((change) => (
            <Table.Tr key={change.field}>
              <Table.Th scope="row" fz="xs" fw={400} c="dimmed">
                {change.label}
              </Table.Th>
              <Table.Td>{change.before}</Table.Td>
              <Table.Td>
                <Group component="span" display="inline-flex" mr="sm" c="var(--app-text-3)">
                  <IconArrowRight size={16} aria-hidden />
                </Group>
                <b>{change.after}</b>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

function RawJson({ entry }: { entry: AuditEntry }) {
  const json = JSON.stringify(entry, null, 2)
  return (
    <section>
      <Group component="h3" gap={4} mt="md" mb="xs" fz="sm">
        元データ（JSON）
        <CopyButton value={json} label="元データをコピー" />
      </Group>
      <Code block className={classes.json}>
        {json}
      </Code>
    </section>
  )
}
