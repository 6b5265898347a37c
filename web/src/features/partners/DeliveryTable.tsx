import { type Delivery, resendDelivery } from '@kyc/contract/deliveries.ts'
import { deliveryEventLabels, wordOf } from '@kyc/contract/labels.ts'
import type { Partner } from '@kyc/contract/partners.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconRefresh, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Fragment, useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { queryKey } from '../../api/queries.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { showToast } from '../../ui/toast.ts'
import { DeliveryAttempts } from './DeliveryAttempts.tsx'
import { deliveryStateLabels, nextAttemptText, responseText } from './partner-text.ts'
import tables from './tables.module.css'

/** A row expands to its attempts; below 768 px CSS turns each row into a card. */
export function DeliveryTable({
  partner,
  deliveries,
}: {
  partner: Partner
  deliveries: readonly Delivery[]
}) {
  return (
    <table className={tables.table}>
      <caption className={VisuallyHidden.classes.root}>送信</caption>
      <thead className={tables.thead}>
        <tr>
          <th className={`${tables.head} ${tables.openColumn}`}>
            <VisuallyHidden>試行の表示</VisuallyHidden>
          </th>
          <th className={`${tables.head} ${tables.timeColumn}`}>日時（JST）</th>
          <th className={tables.head}>内容</th>
          <th className={`${tables.head} ${tables.resultColumn}`}>結果</th>
          <th className={`${tables.head} ${tables.triesColumn}`}>試行</th>
          <th className={`${tables.head} ${tables.responseColumn}`}>応答</th>
          <th className={`${tables.head} ${tables.actColumn}`}>操作</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} partner={partner} delivery={delivery} />
        ))}
      </tbody>
    </table>
  )
}

const styles = {
  pending: { tone: 'wait', icon: IconRefresh },
  delivered: { tone: 'ok' },
  dead: { tone: 'bad', icon: IconX },
} as const

function DeliveryRow({ partner, delivery }: { partner: Partner; delivery: Delivery }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const last = delivery.attempts.at(-1)
  const nextAttempt =
    delivery.state === 'pending' && delivery.nextAttemptAt
      ? `${formatDateTime(delivery.nextAttemptAt)} に再送`
      : nextAttemptText(delivery)
  return (
    <Fragment>
      <tr className={tables.rowLine} data-open={open || undefined}>
        <td className={`${tables.cell} ${tables.openCell}`}>
          <Button
            className={tables.open}
            variant="subtle"
            color="gray"
            aria-expanded={open}
            aria-controls={id}
            aria-label={`${formatDateTime(delivery.createdAt)} の試行を${open ? '閉じる' : '表示'}`}
            onClick={() => setOpen(!open)}
          >
            {open ? <IconChevronDown size={18} /> : <IconChevronRight size={18} />}
            <span className={tables.openLabel}>試行を{open ? '閉じる' : '表示'}</span>
          </Button>
        </td>
        <td className={tables.cell} data-label="日時（JST）">
          <Timestamp listed at={delivery.createdAt} />
        </td>
        <td className={tables.cell} data-label="内容">
          <span>
            {wordOf(deliveryEventLabels, delivery.event)}
            <span className={text.second}>{delivery.event}</span>
          </span>
        </td>
        <td className={tables.cell} data-label="結果">
          <span>
            <StateBadge {...styles[delivery.state]}>{wordOf(deliveryStateLabels, delivery.state)}</StateBadge>
            {nextAttempt && <span className={text.second}>{nextAttempt}</span>}
          </span>
        </td>
        <td className={tables.cell} data-label="試行">
          {last?.number ?? 0}回
        </td>
        <td className={tables.cell} data-label="応答">
          {last ? responseText(last) : '–'}
        </td>
        <td className={`${tables.cell} ${tables.actCell}`}>
          <Resend partner={partner} delivery={delivery} />
        </td>
      </tr>
      <tr id={id} hidden={!open} className={tables.attemptsRow}>
        <td className={tables.attemptsCell} colSpan={7}>
          {open && <DeliveryAttempts delivery={delivery} />}
        </td>
      </tr>
    </Fragment>
  )
}

/** Outlined unless the result is delivered. */
function Resend({ partner, delivery }: { partner: Partner; delivery: Delivery }) {
  const queries = useQueryClient()
  // A click after a successful reply is another resend, so it gets a new key (D20).
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID())
  const resend = useMutation({
    mutationFn: () =>
      call(resendDelivery, { params: { id: partner.id, deliveryId: delivery.id }, idempotencyKey }),
    onSuccess: (after) => {
      setKey(crypto.randomUUID())
      if (after.state === 'delivered') showToast('再送しました')
      else showToast('再送しましたが、届きませんでした', 'bad')
    },
    onError: (error) => showToast(failureText(error), 'bad'),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKey('partners') }),
  })
  const stopped = partner.disabled || partner.callbackStop !== null
  return (
    <BusyButton
      variant={delivery.state === 'delivered' ? 'subtle' : 'default'}
      size="compact-md"
      disabled={stopped}
      title={stopped ? '送信を停止しているため、再送できません' : undefined}
      aria-label={`${formatDateTime(delivery.createdAt)} の結果を再送`}
      onClick={() => resend.mutate()}
      busy={resend.isPending}
    >
      再送
    </BusyButton>
  )
}
