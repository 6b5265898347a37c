import { wordOf } from '@kyc/contract/labels.ts'
import { subjectRequestKindLabels, subjectRequestStateLabels } from '@kyc/contract/subject-labels.ts'
import type { SubjectRequest } from '@kyc/contract/subjects.ts'
import { Button, Title } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { ExpandingRow } from '../../ui/ExpandingRow.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { formatDate } from '../../ui/format.ts'
import { RuledList } from '../../ui/RuledList.tsx'
import { attentionIcon, StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Message } from '../inquiries/Message.tsx'
import { ResponseDialog } from './RequestDialogs.tsx'

interface RequestListProps {
  requests: readonly SubjectRequest[]
  /** Shows the performer of each request. */
  named?: boolean
}

/** Requests as rows that expand to their texts. */
export function RequestList({ requests, named = false }: RequestListProps) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <RuledList flush aria-label="請求">
      {requests.map((request) => (
        <RequestRow
          key={request.id}
          request={request}
          named={named}
          open={open === request.id}
          onToggle={() => setOpen(open === request.id ? null : request.id)}
        />
      ))}
    </RuledList>
  )
}

interface RequestRowProps {
  request: SubjectRequest
  named: boolean
  open: boolean
  onToggle: () => void
}

function RequestRow({ request, named, open, onToggle }: RequestRowProps) {
  const { performer, kind, state, overdue } = request
  const kindLabel = wordOf(subjectRequestKindLabels, kind)
  return (
    <ExpandingRow
      title={named ? nameOf(performer) : kindLabel}
      note={
        named ? `${kindLabel}・${performer.organisation.name}` : `受付日 ${formatDate(request.receivedOn)}`
      }
      badges={
        <>
          {overdue && (
            <StateBadge tone="bad" icon={attentionIcon}>
              期限超過
            </StateBadge>
          )}
          <StateBadge tone={state === 'open' ? 'wait' : 'ok'}>
            {wordOf(subjectRequestStateLabels, state)}
          </StateBadge>
        </>
      }
      time={state === 'open' ? `期限 ${formatDate(request.dueOn)}` : <Answered request={request} />}
      open={open}
      onToggle={onToggle}
    >
      <RequestDetails request={request} named={named} />
    </ExpandingRow>
  )
}

function Answered({ request: { respondedAt } }: { request: SubjectRequest }) {
  return respondedAt && <Timestamp listed at={respondedAt} />
}

function nameOf({ name }: SubjectRequest['performer']): string {
  return name ?? '封印された出演者'
}

function RequestDetails({ request, named }: { request: SubjectRequest; named: boolean }) {
  const { isAdmin } = useSession()
  const [responding, setResponding] = useState(false)
  const { performer, details, response, respondedAt, handledBy, state } = request
  const missing =
    performer.name === null ? '封印された記録のため、表示できません。' : '内容を読み取れません。'
  return (
    <>
      <Message>{details ?? missing}</Message>
      {respondedAt && (
        <>
          <Title order={3} mb="xs">
            回答（{wordOf(subjectRequestStateLabels, state)}）
          </Title>
          <Message>{response ?? missing}</Message>
        </>
      )}
      <Facts
        facts={[
          ...(named ? [['出演者', <PerformerName key="name" performer={performer} />] as const] : []),
          ['受付日', formatDate(request.receivedOn)],
          ['回答の期限', formatDate(request.dueOn)],
          ...(respondedAt
            ? [['回答', <Response key="response" at={respondedAt} by={handledBy} />] as const]
            : []),
        ]}
      />
      {isAdmin && state === 'open' && (
        <Button mt="md" leftSection={<IconPencil size={17} />} onClick={() => setResponding(true)}>
          回答を記録
        </Button>
      )}
      {responding && <ResponseDialog request={request} onClose={() => setResponding(false)} />}
    </>
  )
}

function PerformerName({ performer: { id, name } }: Pick<SubjectRequest, 'performer'>) {
  return name === null ? id : <AppLink href={paths.performer(id)}>{name}</AppLink>
}

function Response({ at, by }: { at: string; by: string | null }) {
  return (
    <>
      <Timestamp at={at} />
      {by && `（${by}）`}
    </>
  )
}
