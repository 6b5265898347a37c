import type { analyticsFunnel } from '@kyc/contract/analytics.ts'
import type { ReplyOf } from '@kyc/contract/endpoint.ts'
import { Box, Text, VisuallyHidden } from '@mantine/core'
import { formatCount } from '../../ui/format.ts'
import { Section } from '../../ui/Section.tsx'
import funnel from './funnel.module.css'
import { funnelSteps } from './funnel-steps.ts'

type Funnel = ReplyOf<typeof analyticsFunnel>

/** Completion of the registration form (D44) as a table with bars, for admins. */
export function FunnelPanel({ data, failed }: { data: Funnel | undefined; failed: boolean }) {
  return (
    <Section title="登録フォームの完了率" note={data && `直近${data.days}日`}>
      <Box p="md">
        {failed ? (
          <Text c="dimmed" py="md" role="alert">
            完了率を表示できませんでした。「更新」でもう一度お試しください。
          </Text>
        ) : !data ? (
          <div className={funnel.loading} role="status" aria-label="読み込み中" />
        ) : (
          <>
            {!data.counting && (
              <Text c="dimmed" py="md">
                集計は停止中です
              </Text>
            )}
            {data.opened === 0 && data.counting && (
              <Text c="dimmed" py="md">
                登録フォームはまだ開かれていません
              </Text>
            )}
            {data.opened > 0 && <Steps counts={data} />}
          </>
        )}
      </Box>
    </Section>
  )
}

function Steps({ counts }: { counts: Funnel }) {
  return (
    <table className={funnel.steps}>
      <caption className={VisuallyHidden.classes.root}>登録フォームの各段階に進んだ件数</caption>
      <thead className={VisuallyHidden.classes.root}>
        <tr>
          <th scope="col">段階</th>
          <th scope="col">件数</th>
          <th scope="col">割合</th>
        </tr>
      </thead>
      <tbody>
        {funnelSteps(counts).map((step) => (
          <tr key={step.label} data-lost={step.lost || undefined}>
            <th scope="row">{step.label}</th>
            <td>{formatCount(step.count)}件</td>
            <td>{step.percent}%</td>
            <td className={funnel.track} aria-hidden>
              <div style={{ width: `${step.percent}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
