import type { Inquiry } from '@kyc/contract/contact.ts'
import { inquiryStateLabels, wordOf } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { useRef, useState } from 'react'
import { ExpandingRow } from '../../ui/ExpandingRow.tsx'
import { RuledList } from '../../ui/RuledList.tsx'
import { attentionIcon, StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { InquiryDetails } from './InquiryDetails.tsx'
import { isOverdue } from './inquiry-view.ts'

/** Inquiries as rows that expand to the whole message. */
export function InquiryList({ inquiries }: { inquiries: readonly Inquiry[] }) {
  const [open, setOpen] = useState<string | null>(null)
  const [now] = useState(() => new Date())
  const list = useRef<HTMLUListElement>(null)
  return (
    <RuledList flush ref={list} tabIndex={-1} aria-label="お問い合わせ">
      {inquiries.map((inquiry) => (
        <InquiryRow
          key={inquiry.id}
          inquiry={inquiry}
          overdue={isOverdue(inquiry, now)}
          open={open === inquiry.id}
          onToggle={() => setOpen(open === inquiry.id ? null : inquiry.id)}
          // Moves the focus to the list, since the filter may remove the row that has it.
          onMarked={() => list.current?.focus({ preventScroll: true })}
        />
      ))}
    </RuledList>
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
  return (
    <ExpandingRow
      title={inquiry.subject}
      note={inquiry.name}
      badges={
        <>
          {overdue && (
            <StateBadge tone="bad" icon={attentionIcon}>
              {`${limits.contactReplyHours}時間超過`}
            </StateBadge>
          )}
          <StateBadge tone={answered ? 'ok' : 'wait'}>{wordOf(inquiryStateLabels, inquiry.state)}</StateBadge>
        </>
      }
      time={<Timestamp listed at={inquiry.createdAt} />}
      open={open}
      onToggle={onToggle}
    >
      <InquiryDetails inquiry={inquiry} overdue={overdue} onMarked={onMarked} />
    </ExpandingRow>
  )
}
