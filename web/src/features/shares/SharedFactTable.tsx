import {
  type SharedFactState,
  sharedFactLabels,
  sharedFactStateLabels,
} from '@kyc/contract/share-vocabulary.ts'
import { Table } from '@mantine/core'
import { ListTable } from '../../ui/ListTable.tsx'
import { attentionIcon, StateBadge, type Tone } from '../../ui/StateBadge.tsx'
import text from '../../ui/text.module.css'
import { dayText, proofText, type SharedFactLine } from './shared-text.ts'

const tones = {
  yes: 'ok',
  no: 'bad',
  unconfirmed: 'wait',
  notNeeded: 'neutral',
} as const satisfies Record<SharedFactState, Tone>

/** Facts with their day and proof. */
export function SharedFactTable({ caption, facts }: { caption: string; facts: readonly SharedFactLine[] }) {
  return (
    <ListTable
      caption={caption}
      head={
        <>
          <Table.Th>項目</Table.Th>
          <Table.Th w={120}>結果</Table.Th>
          <Table.Th w={250}>日付</Table.Th>
          <Table.Th w={320}>根拠</Table.Th>
        </>
      }
    >
      {facts.map((line) => (
        <Table.Tr key={`${line.fact} ${line.day}`}>
          <Table.Td>{sharedFactLabels[line.fact]}</Table.Td>
          <Table.Td data-label="結果">
            <StateBadge tone={tones[line.state]} {...(line.state === 'no' && { icon: attentionIcon })}>
              {sharedFactStateLabels[line.state]}
            </StateBadge>
          </Table.Td>
          <Table.Td data-label="日付">
            {line.day === null ? <span className={text.missing}>{dayText(line)}</span> : dayText(line)}
          </Table.Td>
          <Table.Td data-label="根拠">
            {proofText(line) || <span className={text.missing}>なし</span>}
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  )
}
