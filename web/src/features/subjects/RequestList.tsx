import { wordOf } from '@kyc/contract/labels.ts'
import { subjectRequestKindLabels, subjectRequestStateLabels } from '@kyc/contract/subject-labels.ts'
import type { SubjectRequest } from '@kyc/contract/subjects.ts'
import { Button, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { formatDate } from '../../ui/format.ts'
import { attentionIcon, StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import rows from '../inquiries/inquiries.module.css'
import { ResponseDialog } from './RequestDialogs.tsx'
import classes from './subjects.module.css'

interface RequestListProps {
  requests: readonly SubjectRequest[]
  /** Shows the performer of each request. */
  named?: boolean
}

/** Requests as rows that expand to their texts. */
export function RequestList({ requests, named = false }: RequestListProps) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <ul aria-label="請求" className={rows.list}>
      {requests.map((request) => (
        <li key={request.id}>
          <RequestRow
            request={request}
            named={named}
            open={open === request.id}
            onToggle={() => setOpen(open === request.id ? null : request.id)}
          />
        </li>
      ))}
    </ul>
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
  const panel = `request-${request.id}`
  const kindLabel = wordOf(subjectRequestKindLabels, kind)
  return (
    <>
      <UnstyledButton className={rows.row} aria-expanded={open} aria-controls={panel} onClick={onToggle}>
        <span className={rows.about}>
          <span className={rows.subject}>{named ? nameOf(performer) : kindLabel}</span>
          <span className={text.second}>
            {named
              ? `${kindLabel}・${performer.organisation.name}`
              : `受付日 ${formatDate(request.receivedOn)}`}
          </span>
        </span>
        <span className={rows.states}>
          {overdue && (
            <StateBadge tone="bad" icon={attentionIcon}>
              期限超過
            </StateBadge>
          )}
          <StateBadge tone={state === 'open' ? 'wait' : 'ok'}>
            {wordOf(subjectRequestStateLabels, state)}
          </StateBadge>
        </span>
        <span className={rows.time}>
          {state === 'open' ? `期限 ${formatDate(request.dueOn)}` : <Answered request={request} />}
        </span>
        <IconChevronDown className={rows.chevron} size={18} aria-hidden />
      </UnstyledButton>
      <div id={panel} hidden={!open} className={rows.details}>
        <RequestDetails request={request} named={named} />
      </div>
    </>
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
      <p className={rows.message}>{details ?? missing}</p>
      {respondedAt && (
        <>
          <h3 className={classes.answer}>回答（{wordOf(subjectRequestStateLabels, state)}）</h3>
          <p className={rows.message}>{response ?? missing}</p>
        </>
      )}
      <dl className={rows.facts}>
        {named && (
          <div>
            <dt>出演者</dt>
            <dd>
              {performer.name === null ? (
                performer.id
              ) : (
                <AppLink href={paths.performer(performer.id)}>{performer.name}</AppLink>
              )}
            </dd>
          </div>
        )}
        <div>
          <dt>受付日</dt>
          <dd>{formatDate(request.receivedOn)}</dd>
        </div>
        <div>
          <dt>回答の期限</dt>
          <dd>{formatDate(request.dueOn)}</dd>
        </div>
        {respondedAt && (
          <div>
            <dt>回答</dt>
            <dd>
              <Timestamp at={respondedAt} />
              {handledBy && `（${handledBy}）`}
            </dd>
          </div>
        )}
      </dl>
      {isAdmin && state === 'open' && (
        <Button leftSection={<IconPencil size={17} />} onClick={() => setResponding(true)}>
          回答を記録
        </Button>
      )}
      {responding && <ResponseDialog request={request} onClose={() => setResponding(false)} />}
    </>
  )
}
