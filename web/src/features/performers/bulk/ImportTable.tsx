import { fieldRules } from '@kyc/contract/performer-fields.ts'
import { Box, Checkbox, Table } from '@mantine/core'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { formatCount } from '../../../ui/format.ts'
import frame from '../../../ui/frame.module.css'
import { ListTable } from '../../../ui/ListTable.tsx'
import { attentionIcon, StateBadge, type StateBadgeProps } from '../../../ui/StateBadge.tsx'
import text from '../../../ui/text.module.css'
import { ageText, errorTexts, sameText } from './left-lines.ts'
import { type CheckedRow, isWanted, type useImport } from './use-import.ts'

const states = {
  new: { tone: 'ok', children: '登録できます' },
  existing: { tone: 'neutral', children: '登録済み' },
  differs: { tone: 'wait', children: '登録済み（相違あり）', icon: attentionIcon },
  invalid: { tone: 'bad', children: 'エラー', icon: attentionIcon },
  skipped: { tone: 'wait', children: '登録しません', icon: attentionIcon },
  registered: { tone: 'ok', children: '登録しました' },
} as const satisfies Record<CheckedRow['result']['state'] | 'skipped' | 'registered', StateBadgeProps>

export interface ImportTableProps
  extends Pick<ReturnType<typeof useImport>, 'taken' | 'registered' | 'onTake'> {
  rows: readonly CheckedRow[]
}

/** The lines of a file; a checkbox hides those that need no attention. */
export function ImportTable({ rows, ...importing }: ImportTableProps) {
  const [only, setOnly] = useState(false)
  const doubtful = rows.filter(isDoubtful)
  return (
    <>
      {doubtful.length > 0 && (
        <Checkbox
          mb="sm"
          checked={only}
          onChange={(event) => setOnly(event.currentTarget.checked)}
          label={`確認が必要な行だけを表示（${formatCount(doubtful.length)}行）`}
        />
      )}
      <div className={frame.card} data-plain>
        <ListTable
          caption="取り込む行"
          head={
            <>
              <Table.Th w={240}>氏名</Table.Th>
              <Table.Th w={144}>外部ID</Table.Th>
              <Table.Th>確認の結果</Table.Th>
            </>
          }
        >
          {(only ? doubtful : rows).map((row) => (
            <Row key={row.row} checked={row} {...importing} />
          ))}
        </ListTable>
      </div>
    </>
  )
}

function isDoubtful(row: CheckedRow): boolean {
  const { state, same } = row.result
  return state === 'invalid' || state === 'differs' || same.length > 0 || ageText(row) !== undefined
}

type RowProps = Omit<ImportTableProps, 'rows'> & { checked: CheckedRow }

function Row({ checked, taken, registered, onTake }: RowProps) {
  const { row, line, result } = checked
  const skipped = result.state === 'new' && !isWanted(checked, taken)
  const state = registered.has(row) ? 'registered' : skipped ? 'skipped' : result.state
  return (
    <Table.Tr>
      <Table.Td>
        <strong>{[line.lastName, line.firstName].filter(Boolean).join(' ') || '（氏名なし）'}</strong>
        <span className={text.second}>
          {[`${row}行目`, [line.lastNameRoman, line.firstNameRoman].filter(Boolean).join(' ')]
            .filter(Boolean)
            .join('・')}
        </span>
      </Table.Td>
      <Table.Td data-label="外部ID">
        {line.external_id ?? <span className={text.missing}>なし</span>}
      </Table.Td>
      <Table.Td data-label="">
        <StateBadge {...states[state]} />
        <Notes {...checked} />
        {result.state === 'new' && result.same.length > 0 && onTake && (
          <Checkbox
            mt={6}
            size="sm"
            label="別の方として登録する"
            checked={taken.has(row)}
            onChange={(event) => onTake(row, event.currentTarget.checked)}
          />
        )}
      </Table.Td>
    </Table.Tr>
  )
}

/** Why a line needs attention. */
function Notes(row: CheckedRow) {
  const { differs, performerId, same } = row.result
  const texts = [...errorTexts(row), ageText(row) ?? []].flat()
  if (texts.length + differs.length + same.length === 0) return null
  return (
    <Box component="ul" w="100%" m={0} mt={6} pl={18} fz="xs" lh={1.6} ta="start">
      {texts.map((each) => (
        <li key={each}>{each}</li>
      ))}
      {differs.length > 0 && performerId && (
        <li>
          <p>
            <AppLink href={paths.performer(performerId)}>登録済みの出演者</AppLink>
            と違う項目：{differs.map((field) => fieldRules[field].label).join('、')}
            。登録済みの内容は変わりません。
          </p>
        </li>
      )}
      {same.map(({ id, name }) => (
        <li key={id}>
          <p>
            {sameText(row)}
            <AppLink href={paths.performer(id)}>{name}</AppLink>
          </p>
        </li>
      ))}
    </Box>
  )
}
