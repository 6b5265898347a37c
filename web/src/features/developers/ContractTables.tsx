import { ruleIds, rules } from '@kyc/contract/law-rules.ts'
import {
  partnerEventLabels,
  partnerEventTypes,
  testOutcomes,
  testReferences,
  testTitles,
} from '@kyc/contract/partner-api-vocabulary.ts'
import { partnerTitles } from '@kyc/contract/partner-titles.ts'
import { type ProblemCode, problems } from '@kyc/contract/problems.ts'
import { takedownStateLabels } from '@kyc/contract/takedown-vocabulary.ts'
import { Paper, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { ListTable } from '../../ui/ListTable.tsx'
import classes from './guide.module.css'

interface GuideTableProps {
  caption: string
  heads: readonly string[]
  rows: readonly (readonly ReactNode[])[]
}

/** The first cell of each row is a code, which is also the id of the row. */
function GuideTable({ caption, heads, rows }: GuideTableProps) {
  return (
    <Paper withBorder className={classes.table}>
      <ListTable
        caption={caption}
        layout="auto"
        head={heads.map((head) => <Table.Th key={head}>{head}</Table.Th>)}
      >
        {rows.map(([code, ...cells]) => (
          <Table.Tr key={String(code)} id={String(code)}>
            <Table.Td>
              <code>{code}</code>
            </Table.Td>
            {cells.map((cell, index) => (
              <Table.Td key={heads[index + 1]} data-label={heads[index + 1]}>
                {cell}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </ListTable>
    </Paper>
  )
}

const objects = {
  session: 'セッション',
  performer: '出演者',
  title: '共有された動画',
  request: '申し出',
  webhook: 'Webhook',
}

export function EventTable() {
  return (
    <GuideTable
      caption="イベントの種類"
      heads={['type', '意味', '対象']}
      rows={Object.entries(partnerEventTypes).map(([type, object]) => [
        type,
        partnerEventLabels[type as keyof typeof partnerEventLabels], // the same keys
        objects[object],
      ])}
    />
  )
}

export function ErrorTable() {
  const codes = Object.keys(partnerTitles) as ProblemCode[] // the keys of the table
  return (
    <GuideTable
      caption="エラーの種類"
      heads={['code', '状態コード', '意味']}
      rows={codes
        .toSorted((one, other) => problems[one].status - problems[other].status)
        .map((code) => [code, problems[code].status, problems[code].title])}
    />
  )
}

export function OutcomeTable() {
  return (
    <GuideTable
      caption="テストの結果"
      heads={['user_id', '結果', 'セッションの state', 'イベント']}
      rows={Object.entries(testOutcomes).map(([user, { means, state, events }]) => [
        user,
        means,
        <code key="state">{state}</code>,
        events.length === 0 ? 'なし' : <Codes key="events" of={events} />,
      ])}
    />
  )
}

function Codes({ of }: { of: readonly string[] }) {
  return (
    <span>
      {of.map((code) => (
        <div key={code}>
          <code>{code}</code>
        </div>
      ))}
    </span>
  )
}

export function TitleTable() {
  return (
    <GuideTable
      caption="申し出のテストの結果"
      heads={['title', 'state', '意味']}
      rows={Object.entries(testTitles).map(([title, state]) => [
        title,
        <code key="state">{state}</code>,
        takedownStateLabels[state],
      ])}
    />
  )
}

export function ReferenceTable() {
  return (
    <GuideTable
      caption="動画のテストの結果"
      heads={['reference', '結果', '動画の state', 'イベント']}
      rows={Object.entries(testReferences).map(([reference, { means, state, events }]) => [
        reference,
        means,
        state === null ? 'なし' : <code key="state">{state}</code>,
        <Codes key="events" of={events} />,
      ])}
    />
  )
}

export function RuleTable() {
  return (
    <GuideTable
      caption="足りないものの種類"
      heads={['rule', '意味']}
      rows={ruleIds.map((id) => [id, rules[id].text])}
    />
  )
}
