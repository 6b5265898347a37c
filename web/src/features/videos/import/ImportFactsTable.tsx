import { Box, Checkbox, Table } from '@mantine/core'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { formatCount } from '../../../ui/format.ts'
import frame from '../../../ui/frame.module.css'
import { ListTable } from '../../../ui/ListTable.tsx'
import { attentionIcon, StateBadge, type StateBadgeProps } from '../../../ui/StateBadge.tsx'
import text from '../../../ui/text.module.css'
import { errorTexts, labelOf } from './left-facts.ts'
import type { CheckedFactLine } from './use-fact-import.ts'

const states = {
  changed: { tone: 'wait', children: '変わります' },
  same: { tone: 'neutral', children: '変わりません' },
  invalid: { tone: 'bad', children: 'エラー', icon: attentionIcon },
  entered: { tone: 'ok', children: '取り込みました' },
} as const satisfies Record<CheckedFactLine['result']['state'] | 'entered', StateBadgeProps>

export interface ImportFactsTableProps {
  rows: readonly CheckedFactLine[]
  /** The rows that were sent. */
  results: ReadonlyMap<number, unknown>
}

/** The lines of a file with what each changes; a checkbox hides those without an error. */
export function ImportFactsTable({ rows, results }: ImportFactsTableProps) {
  const [only, setOnly] = useState(false)
  const wrong = rows.filter(({ result }) => result.state === 'invalid')
  return (
    <>
      {wrong.length > 0 && (
        <Checkbox
          mb="sm"
          checked={only}
          onChange={(event) => setOnly(event.currentTarget.checked)}
          label={`エラーの行だけを表示（${formatCount(wrong.length)}行）`}
        />
      )}
      <div className={frame.card} data-plain>
        <ListTable
          caption="取り込む行"
          head={
            <>
              <Table.Th w={320}>動画と出演者</Table.Th>
              <Table.Th>確認の結果</Table.Th>
            </>
          }
        >
          {(only ? wrong : rows).map((row) => (
            <Row key={row.row} checked={row} sent={results.has(row.row)} />
          ))}
        </ListTable>
      </div>
    </>
  )
}

function Row({ checked: { row, line, names, result }, sent }: { checked: CheckedFactLine; sent: boolean }) {
  const { video, performer, state, changes } = result
  const notes = [
    ...errorTexts(result),
    ...changes.map(({ path, before, after }) => `${labelOf(path)}：${before || '未入力'} → ${after}`),
  ]
  const title = names['video.title'] ?? line['video.externalId'] ?? line['video.id'] ?? line.productNumber
  return (
    <Table.Tr>
      <Table.Td>
        {video ? (
          <AppLink href={paths.video(video.id)}>{video.name}</AppLink>
        ) : (
          <strong>{title ?? '（動画なし）'}</strong>
        )}
        <span className={text.second}>
          {[`${row}行目`, performer?.name ?? names['performer.name']].filter(Boolean).join('・')}
        </span>
      </Table.Td>
      <Table.Td data-label="">
        <StateBadge {...states[sent && state !== 'invalid' ? 'entered' : state]} />
        {notes.length > 0 && (
          <Box component="ul" w="100%" m={0} mt={6} pl={18} fz="xs" lh={1.6} ta="start">
            {notes.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </Box>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
