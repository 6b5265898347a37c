import { anyDocumentLabels } from '@kyc/contract/labels.ts'
import type { LeakPerformer } from '@kyc/contract/leaks.ts'
import { Table, Text } from '@mantine/core'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { formatCount } from '../../ui/format.ts'
import { ListTable } from '../../ui/ListTable.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'

/** The performers of an investigation, with what the account has seen of each. */
export function LeakPerformerTable({ performers }: { performers: readonly LeakPerformer[] }) {
  return (
    <ListTable
      caption="出演者と書類"
      head={
        <>
          <Table.Th w={200}>出演者</Table.Th>
          <Table.Th>見られた内容</Table.Th>
          <Table.Th w={176}>最初の記録</Table.Th>
          <Table.Th w={176}>最後の記録</Table.Th>
        </>
      }
    >
      {performers.map((performer) => (
        <Table.Tr key={performer.id}>
          <Table.Td>
            {performer.name === null ? (
              <span className={text.missing}>封印または破棄された記録</span>
            ) : (
              <AppLink href={paths.performer(performer.id)}>{performer.name}</AppLink>
            )}
            <span className={text.second}>{performer.organisation}</span>
          </Table.Td>
          <Table.Td data-label="内容">
            <div>
              {seenOf(performer).map((line) => (
                <Text key={line} inherit>
                  {line}
                </Text>
              ))}
            </div>
          </Table.Td>
          <Table.Td data-label="最初">
            <Timestamp listed at={performer.firstAt} />
          </Table.Td>
          <Table.Td data-label="最後">
            <Timestamp listed at={performer.lastAt} />
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  )
}

function seenOf({ opened, archives, acts, documents }: LeakPerformer): string[] {
  const times = (label: string, count: number) => (count > 0 ? [`${label} ${formatCount(count)}回`] : [])
  return [
    ...times('記録の表示', opened),
    ...times('本人のデータのエクスポート', archives),
    ...times('登録・変更・審査などの操作', acts),
    ...documents.map((document) => {
      const counts = [...times('表示', document.opened), ...times('ダウンロード', document.downloaded)]
      return `${documentText(document)}：${counts.join('、')}`
    }),
  ]
}

function documentText({ type, video, version, masked }: LeakPerformer['documents'][number]): string {
  const notes = [
    version === null ? '版は不明' : `第${version}版`,
    ...(video === null ? [] : [`「${video}」`]),
    ...(masked ? ['隠した部分あり'] : []),
  ]
  return `${anyDocumentLabels[type]}（${notes.join('、')}）`
}
