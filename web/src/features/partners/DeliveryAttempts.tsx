import type { Delivery } from '@kyc/contract/deliveries.ts'
import { Group, Paper, Stack, Table } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ListTable } from '../../ui/ListTable.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import classes from './DeliveryTable.module.css'
import { responseText, secondsText } from './partner-text.ts'

/** Attempts and responses. The body is the partner's text, never rendered as markup. */
export function DeliveryAttempts({ delivery }: { delivery: Delivery }) {
  return (
    <Stack gap="xs">
      <p className={text.second}>
        送信先 {delivery.address}・webhook-id{' '}
        <code>{delivery.webhook ? (delivery.eventId ?? '（消去済み）') : delivery.id}</code>
        {delivery.resendOf && `・${delivery.resendOf} の再送`}
      </p>
      {delivery.attempts.length === 0 ? (
        <p className={text.second}>まだ送信していません。</p>
      ) : (
        <Paper withBorder>
          <ListTable
            caption="試行"
            head={
              <>
                <Table.Th w={100}>試行</Table.Th>
                <Table.Th w={184}>時刻</Table.Th>
                <Table.Th w={136}>応答</Table.Th>
                <Table.Th w={96}>所要時間</Table.Th>
                <Table.Th>本文（先頭のみ）</Table.Th>
              </>
            }
          >
            {delivery.attempts.map((attempt) => (
              <Table.Tr key={attempt.number}>
                <Table.Td data-label="試行">
                  {attempt.number}
                  {attempt.manual && '（手動）'}
                </Table.Td>
                <Table.Td data-label="時刻">
                  <Timestamp at={attempt.at} precision="second" />
                </Table.Td>
                <Table.Td data-label="応答">
                  {attempt.failure ? (
                    <Group component="span" gap="xxs" c="red" fw={700}>
                      <IconAlertTriangle size={15} aria-label="失敗" />
                      {responseText(attempt)}
                    </Group>
                  ) : (
                    responseText(attempt)
                  )}
                </Table.Td>
                <Table.Td data-label="所要時間">{secondsText(attempt.durationMs)}</Table.Td>
                <Table.Td data-label="本文">
                  {attempt.answer ? <code className={classes.response}>{attempt.answer}</code> : 'なし'}
                </Table.Td>
              </Table.Tr>
            ))}
          </ListTable>
        </Paper>
      )}
    </Stack>
  )
}
