import { type Delivery, resendDelivery } from '@kyc/contract/deliveries.ts'
import { deliveryEventLabels, partnerModeLabels, wordOf } from '@kyc/contract/labels.ts'
import type { Partner } from '@kyc/contract/partners.ts'
import { Box, Button, Table, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconRefresh, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Fragment, useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { queryKey } from '../../api/queries.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { ListTable } from '../../ui/ListTable.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { showToast } from '../../ui/toast.ts'
import { DeliveryAttempts } from './DeliveryAttempts.tsx'
import classes from './DeliveryTable.module.css'
import { deliveryStateLabels, nextAttemptText, responseText } from './partner-text.ts'

/** A row expands to its attempts; below 768 px CSS turns each row into a card. */
export function DeliveryTable({
  partner,
  deliveries,
}: {
  partner: Partner
  deliveries: readonly Delivery[]
}) {
  return (
    <ListTable
      caption="送信"
      layout="auto"
      head={
        <>
          <Table.Th w={60}>
            <VisuallyHidden>試行の表示</VisuallyHidden>
          </Table.Th>
          <Table.Th w={176}>日時（JST）</Table.Th>
          <Table.Th>内容</Table.Th>
          <Table.Th w={200}>結果</Table.Th>
          <Table.Th w={64}>試行</Table.Th>
          <Table.Th w={148}>応答</Table.Th>
          <Table.Th w={92}>操作</Table.Th>
        </>
      }
    >
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} partner={partner} delivery={delivery} />
      ))}
    </ListTable>
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
      <Table.Tr data-open={open || undefined} className={classes.delivery}>
        <Table.Td className={classes.act}>
          <Button
            className={classes.open}
            variant="subtle"
            color="gray"
            aria-expanded={open}
            aria-controls={id}
            aria-label={`${formatDateTime(delivery.createdAt)} の試行を${open ? '閉じる' : '表示'}`}
            onClick={() => setOpen(!open)}
          >
            {open ? <IconChevronDown size={18} /> : <IconChevronRight size={18} />}
            <Box component="span" hiddenFrom="sm" ml={4}>
              試行を{open ? '閉じる' : '表示'}
            </Box>
          </Button>
        </Table.Td>
        <Table.Td data-label="日時（JST）">
          <Timestamp listed at={delivery.createdAt} />
        </Table.Td>
        <Table.Td data-label="内容">
          <span>
            {wordOf(deliveryEventLabels, delivery.event)}
            <span className={text.second}>
              {delivery.event}
              {delivery.webhook && `・Webhook（${partnerModeLabels[delivery.webhook]}）`}
              {delivery.resendOf && '・再送'}
            </span>
          </span>
        </Table.Td>
        <Table.Td data-label="結果">
          <span>
            <StateBadge {...styles[delivery.state]}>{wordOf(deliveryStateLabels, delivery.state)}</StateBadge>
            {nextAttempt && <span className={text.second}>{nextAttempt}</span>}
          </span>
        </Table.Td>
        <Table.Td data-label="試行">{last?.number ?? 0}回</Table.Td>
        <Table.Td data-label="応答">{last ? responseText(last) : '–'}</Table.Td>
        <Table.Td className={classes.act}>
          <Resend partner={partner} delivery={delivery} />
        </Table.Td>
      </Table.Tr>
      <Table.Tr id={id} hidden={!open} className={classes.attempts}>
        <Table.Td colSpan={7} data-label="">
          {open && <DeliveryAttempts delivery={delivery} />}
        </Table.Td>
      </Table.Tr>
    </Fragment>
  )
}

/** Resends a delivery. The button has an outline unless the result is delivered. */
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
