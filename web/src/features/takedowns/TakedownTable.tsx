import { takedownKinds } from '@kyc/contract/takedown-vocabulary.ts'
import type { TakedownLine } from '@kyc/contract/takedowns.ts'
import { Flex, Table } from '@mantine/core'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { formatCount } from '../../ui/format.ts'
import { ListTable, RowEye, RowLink } from '../../ui/ListTable.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { DueBadge, TakedownStateBadge } from './TakedownBadges.tsx'
import { dueTimeText } from './takedown-text.ts'
import { useNow } from './use-now.ts'

/** Requests with what is due and which channels have stopped; admins also see whose title it is. */
export function TakedownTable({ takedowns }: { takedowns: readonly TakedownLine[] }) {
  const { readsAll } = useSession()
  const now = useNow()
  return (
    <ListTable
      caption="公開停止の申し出"
      head={
        <>
          <Table.Th>作品</Table.Th>
          <Table.Th w={176}>種類</Table.Th>
          <Table.Th w={116}>状態</Table.Th>
          <Table.Th w={208}>期限</Table.Th>
          <Table.Th w={116}>公開先</Table.Th>
          {readsAll && <Table.Th w={136}>組織</Table.Th>}
          <Table.Th w={64} ta="center">
            詳細
          </Table.Th>
        </>
      }
    >
      {takedowns.map((takedown) => (
        <TakedownRow key={takedown.id} takedown={takedown} now={now} showsOrganisation={readsAll} />
      ))}
    </ListTable>
  )
}

interface TakedownRowProps {
  takedown: TakedownLine
  now: Date
  showsOrganisation: boolean
}

function TakedownRow({ takedown, now, showsOrganisation }: TakedownRowProps) {
  const { id, number, kind, state, video, organisation, dueAt, closedAt } = takedown
  const href = paths.takedown(id)
  return (
    <Table.Tr>
      <Table.Td>
        <RowLink href={href}>{video?.title ?? '作品を特定していません'}</RowLink>
        <span className={text.second}>{number}</span>
      </Table.Td>
      <Table.Td data-label="種類">{takedownKinds[kind].label}</Table.Td>
      <Table.Td>
        <TakedownStateBadge state={state} />
      </Table.Td>
      <Table.Td data-label={closedAt === null ? '期限' : '終了'}>
        {closedAt === null ? (
          <Flex direction="column" gap={2} align={{ base: 'flex-end', sm: 'flex-start' }}>
            <DueBadge takedown={takedown} now={now} />
            <span className={text.second}>{dueTimeText(kind, dueAt)}</span>
          </Flex>
        ) : (
          <Timestamp listed at={closedAt} />
        )}
      </Table.Td>
      <Table.Td data-label="公開先">
        <StopsText {...takedown} />
      </Table.Td>
      {showsOrganisation && (
        <Table.Td data-label="組織">
          {organisation?.name ?? <span className={text.missing}>未定</span>}
        </Table.Td>
      )}
      <Table.Td ta="center">
        <RowEye href={href} label={`${number}の詳細`} />
      </Table.Td>
    </Table.Tr>
  )
}

/** 2/3 停止済み: the channels that have stopped, of those that were asked. */
function StopsText({ asked, acknowledged }: Pick<TakedownLine, 'asked' | 'acknowledged'>) {
  if (asked === 0) return <span className={text.missing}>なし</span>
  return `${formatCount(acknowledged)}/${formatCount(asked)} 停止済み`
}
