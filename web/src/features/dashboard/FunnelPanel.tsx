import type { analyticsFunnel } from '@kyc/contract/analytics.ts'
import type { ReplyOf } from '@kyc/contract/endpoint.ts'
import { Box, Progress, Table, Text, VisuallyHidden } from '@mantine/core'
import { Fragment } from 'react'
import { formatCount } from '../../ui/format.ts'
import { Section } from '../../ui/Section.tsx'
import { funnelSteps } from './funnel-steps.ts'

type Funnel = ReplyOf<typeof analyticsFunnel>

/** Completion of the registration form (D44) as a table with bars, for admins and auditors. */
export function FunnelPanel({ data, failed }: { data: Funnel | undefined; failed: boolean }) {
  return (
    <Section title="登録フォームの完了率" note={data && `直近${data.days}日`}>
      <Box p="md">
        {failed ? (
          <Text c="dimmed" py="md" role="alert">
            完了率を表示できませんでした。「更新」でもう一度お試しください。
          </Text>
        ) : !data ? (
          <Box h={176} role="status" aria-label="読み込み中" />
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
    <Table withRowBorders={false} horizontalSpacing={0} verticalSpacing={3} lh={1.7}>
      <caption className={VisuallyHidden.classes.root}>登録フォームの各段階に進んだ件数</caption>
      <thead className={VisuallyHidden.classes.root}>
        <tr>
          <th scope="col">段階</th>
          <th scope="col">件数</th>
          <th scope="col">割合</th>
        </tr>
      </thead>
      <Table.Tbody>
        {funnelSteps(counts).map((step) => (
          <Fragment key={step.label}>
            <Table.Tr>
              <Table.Th scope="row" fw={400}>
                {step.label}
              </Table.Th>
              <Table.Td fw={700} ta="end">
                {formatCount(step.count)}件
              </Table.Td>
              <Table.Td w={56} c="dimmed" ta="end">
                {step.percent}%
              </Table.Td>
            </Table.Tr>
            <Table.Tr aria-hidden>
              <Table.Td colSpan={3} pb="sm">
                <Progress
                  value={step.percent}
                  size={8}
                  radius={2}
                  color={`var(--app-chart-${step.lost ? 'second' : 'main'})`}
                />
              </Table.Td>
            </Table.Tr>
          </Fragment>
        ))}
      </Table.Tbody>
    </Table>
  )
}
