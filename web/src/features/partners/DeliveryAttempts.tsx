import type { Delivery } from '@kyc/contract/deliveries.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { responseText, secondsText } from './partner-text.ts'
import tables from './tables.module.css'

/** Attempts and responses. The body is the partner's text, never rendered as markup. */
export function DeliveryAttempts({ delivery }: { delivery: Delivery }) {
  return (
    <div className={tables.attempts}>
      <p className={text.second}>
        送信先 {delivery.address}・webhook-id <code>{delivery.id}</code>
      </p>
      {delivery.attempts.length === 0 ? (
        <p className={text.second}>まだ送信していません。</p>
      ) : (
        <table className={tables.inner}>
          <caption className={VisuallyHidden.classes.root}>試行</caption>
          <thead className={tables.thead}>
            <tr>
              <th className={tables.innerHead}>試行</th>
              <th className={tables.innerHead}>時刻</th>
              <th className={tables.innerHead}>応答</th>
              <th className={tables.innerHead}>所要時間</th>
              <th className={tables.innerHead}>本文（先頭のみ）</th>
            </tr>
          </thead>
          <tbody>
            {delivery.attempts.map((attempt) => (
              <tr key={attempt.number} className={tables.innerRow}>
                <td className={tables.innerCell} data-label="試行">
                  {attempt.number}
                  {attempt.manual && '（手動）'}
                </td>
                <td className={tables.innerCell} data-label="時刻">
                  <Timestamp at={attempt.at} precision="second" />
                </td>
                <td className={tables.innerCell} data-label="応答">
                  <span className={attempt.failure ? tables.failed : undefined}>
                    {attempt.failure && <IconAlertTriangle size={15} aria-label="失敗" />}
                    {responseText(attempt)}
                  </span>
                </td>
                <td className={tables.innerCell} data-label="所要時間">
                  {secondsText(attempt.durationMs)}
                </td>
                <td className={tables.innerCell} data-label="本文">
                  {attempt.answer ? <code className={tables.response}>{attempt.answer}</code> : 'なし'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
