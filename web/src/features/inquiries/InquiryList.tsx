import type { Inquiry } from '@kyc/contract/contact.ts'
import { inquiryStateLabels, wordOf } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { attentionIcon, StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { InquiryDetails } from './InquiryDetails.tsx'
import classes from './inquiries.module.css'
import { isOverdue } from './inquiry-view.ts'

/** Inquiries as rows that expand to the whole message. */
export function InquiryList({ inquiries }: { inquiries: readonly Inquiry[] }) {
  const [open, setOpen] = useState<string | null>(null)
  const [now] = useState(() => new Date())
  const list = useRef<HTMLUListElement>(null)
  return (
    <ul ref={list} tabIndex={-1} aria-label="お問い合わせ" className={classes.list}>
      {inquiries.map((inquiry) => (
        <InquiryRow
          key={inquiry.id}
          inquiry={inquiry}
          overdue={isOverdue(inquiry, now)}
          open={open === inquiry.id}
          onToggle={() => setOpen(open === inquiry.id ? null : inquiry.id)}
          // The filter may remove the row with the focus.
          onMarked={() => list.current?.focus({ preventScroll: true })}
        />
      ))}
    </ul>
  )
}

interface InquiryRowProps {
  inquiry: Inquiry
  overdue: boolean
  open: boolean
  onToggle: () => void
  onMarked: () => void
}

function InquiryRow({ inquiry, overdue, open, onToggle, onMarked }: InquiryRowProps) {
  const answered = inquiry.state === 'answered'
  const panel = `inquiry-${inquiry.id}`
  return (
    <li>
      <UnstyledButton className={classes.row} aria-expanded={open} aria-controls={panel} onClick={onToggle}>
        <span className={classes.about}>
          <span className={classes.subject}>{inquiry.subject}</span>
          <span className={text.second}>{inquiry.name}</span>
        </span>
        <span className={classes.states}>
          {overdue && (
            <StateBadge tone="bad" icon={attentionIcon}>
              {`${limits.contactReplyHours}時間超過`}
            </StateBadge>
          )}
          <StateBadge tone={answered ? 'ok' : 'wait'}>{wordOf(inquiryStateLabels, inquiry.state)}</StateBadge>
        </span>
        <span className={classes.time}>
          <Timestamp listed at={inquiry.createdAt} />
        </span>
        <IconChevronDown className={classes.chevron} size={18} aria-hidden />
      </UnstyledButton>
      <div id={panel} hidden={!open} className={classes.details}>
        <InquiryDetails inquiry={inquiry} overdue={overdue} onMarked={onMarked} />
      </div>
    </li>
  )
}
