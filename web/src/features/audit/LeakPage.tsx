import { anyDocumentLabels } from '@kyc/contract/labels.ts'
import { leakClocks } from '@kyc/contract/leak-report.ts'
import { exportLeak, getLeak, type Leak, listLeakPerformers } from '@kyc/contract/leaks.ts'
import { Box, Button, Skeleton, Stack, Table, Text } from '@mantine/core'
import { IconDownload, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { callFile } from '../../api/call.ts'
import { failedQuery, isGone } from '../../api/failed-query.ts'
import { callQuery, pageQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Forbidden } from '../../session/Forbidden.tsx'
import { useFileExport } from '../../session/use-file-export.ts'
import { useSession } from '../../session/use-session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { formatCount, formatDate } from '../../ui/format.ts'
import { IconText } from '../../ui/IconText.tsx'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { ListTable } from '../../ui/ListTable.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RecordFailed } from '../../ui/RecordFailed.tsx'
import { Section } from '../../ui/Section.tsx'
import { Loading } from '../../ui/Skeletons.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { LeakPerformerTable } from './LeakPerformerTable.tsx'
import { LeakReport } from './LeakReport.tsx'
import { leakTitle } from './leak-words.ts'

const back = { label: leakTitle, href: paths.leaks() }

/** One investigation: totals, when the reports are due, their drafts, and the performers with their documents. */
export function LeakPage() {
  const { id } = useParams({ from: '/signed-in/audit-logs/leaks/$id' })
  const { readsAll } = useSession()
  const leak = useQuery({ ...callQuery(getLeak, { params: { id } }), enabled: readsAll })
  if (!readsAll) return <Forbidden title={leakTitle} />
  if (leak.isPending) return <LeakLoading />
  if (leak.data && !isGone(leak)) return <LeakView key={id} leak={leak.data} />
  return (
    <RecordFailed
      record="調査"
      pageTitle={leakTitle}
      missingTitle="調査が見つかりません"
      back={back}
      title="調査の結果を取得できませんでした"
      {...failedQuery(leak)}
    />
  )
}

function LeakView({ leak }: { leak: Leak }) {
  const { id, account, from, to, reason, by, at } = leak
  return (
    <>
      <PageHeader title={leakTitle} back={back} actions={<ExportButton id={id} />}>
        監査ログから数えた結果です。法的な助言ではありません。
      </PageHeader>
      <Stack>
        <Section title="調べた内容">
          <Box p="md">
            <Facts
              facts={[
                ['アカウント', account.name],
                [
                  '期間（日本時間）',
                  <span key="period">
                    <Timestamp at={from} />
                    から
                    <Timestamp at={to} />
                    まで
                  </span>,
                ],
                ['調査の理由', reason],
                [
                  '調査した人',
                  <span key="by">
                    {by ?? '削除されたユーザー'}（<Timestamp at={at} />）
                  </span>,
                ],
              ]}
            />
          </Box>
        </Section>
        <Clocks knownOn={leak.knownOn} />
        <Totals leak={leak} />
        <LeakReport leak={leak} />
        <Performers id={id} />
      </Stack>
    </>
  )
}

/** When the reports are due. */
function Clocks({ knownOn }: { knownOn: string }) {
  const { prompt, final, finalIfWrongful } = leakClocks(knownOn)
  return (
    <Section title="報告の期限">
      <Box p="md">
        <Facts
          facts={[
            ['漏えいを知った日', formatDate(knownOn)],
            ['速報（3〜5日以内）', `${formatDate(prompt.from)}から${formatDate(prompt.until)}まで`],
            ['確報（30日以内）', formatDate(final)],
            ['確報（60日以内）', `${formatDate(finalIfWrongful)}（不正の目的のおそれがあるとき）`],
          ]}
        />
        <IconText icon={IconInfoCircle} c="dimmed" mt="sm">
          知った日の翌日から数えた日です。知った日を1日目とする数え方では、1日早くなります。余裕をもって報告してください。
        </IconText>
      </Box>
    </Section>
  )
}

function Totals({ leak }: { leak: Leak }) {
  const { performers, opened, documented, archives, acted, documents, evidence, exports, exportCount } = leak
  const people = (count: number) => `${formatCount(count)}名`
  return (
    <Section title="見られたおそれのある人と書類">
      <Box p="md">
        {performers + exportCount === 0 && (
          <EmptyState title="この期間に、出演者や書類の記録はありません">
            期間とアカウントが正しいかを確認してください。
          </EmptyState>
        )}
        <Facts
          facts={[
            ['出演者（重複を除く）', <strong key="all">{people(performers)}</strong>],
            ['記録を表示', people(opened)],
            ['書類を表示・ダウンロード', people(documented)],
            ['本人のデータをエクスポート', people(archives)],
            ['登録・変更・審査などの操作', people(acted)],
            ...(evidence > 0 ? [['申し出の資料を表示', `${formatCount(evidence)}回`] as const] : []),
          ]}
        />
        {documents.length > 0 && (
          <Box mt="md">
            <ListTable
              caption="書類の種類"
              head={
                <>
                  <Table.Th>書類</Table.Th>
                  <Table.Th w={110}>出演者</Table.Th>
                  <Table.Th w={110}>表示</Table.Th>
                  <Table.Th w={130}>ダウンロード</Table.Th>
                </>
              }
            >
              {documents.map((each) => (
                <Table.Tr key={each.type}>
                  <Table.Td>{anyDocumentLabels[each.type]}</Table.Td>
                  <Table.Td data-label="出演者">{people(each.performers)}</Table.Td>
                  <Table.Td data-label="表示">{formatCount(each.opened)}回</Table.Td>
                  <Table.Td data-label="ダウンロード">{formatCount(each.downloaded)}回</Table.Td>
                </Table.Tr>
              ))}
            </ListTable>
          </Box>
        )}
        {exportCount > 0 && (
          <Alert
            mt="md"
            tone="wait"
            role="presentation"
            title={`一覧や監査ログのエクスポートが${formatCount(exportCount)}件あります`}
          >
            含まれる出演者は、上の人数に入っていません。条件から確認し、報告に加えてください。
            <ul>
              {exports.map((each) => (
                <li key={`${each.at}${each.of}`}>
                  <Timestamp at={each.at} /> {listLabels[each.of]}
                  {each.filter && `（${each.filter}）`}
                  {each.performers !== null && `：${people(each.performers)}`}
                </li>
              ))}
            </ul>
            {exportCount > exports.length && (
              <p>新しい順に{formatCount(exports.length)}件を表示しています。</p>
            )}
          </Alert>
        )}
        <IconText icon={IconInfoCircle} c="dimmed" mt="sm">
          一覧と検索の画面に表示された氏名は記録されないため、含みません。
        </IconText>
      </Box>
    </Section>
  )
}

const listLabels = {
  performer: '出演者の一覧',
  video: '動画と契約の一覧',
  audit_log: '監査ログ、または漏えいの調査',
  other: 'そのほかの一覧',
} as const satisfies Record<Leak['exports'][number]['of'], string>

function Performers({ id }: { id: string }) {
  const { cursor } = useSearch({ from: '/signed-in/audit-logs/leaks/$id' })
  const list = useQuery(pageQuery(listLeakPerformers, { params: { id }, query: { cursor } }))
  return (
    <Section title="出演者と書類" note={list.data && `${formatCount(list.data.total)}名`}>
      <KeysetList
        query={list}
        failure="出演者の一覧を取得できませんでした"
        loading={
          <ListSkeleton
            head={<LeakPerformerTable performers={[]} />}
            columns={['1fr', '2fr', '170px', '170px']}
            rows={5}
            twoLines
            cardHeight={180}
          />
        }
        empty={
          <Text p="md" c="dimmed">
            この期間に記録のある出演者はいません。
          </Text>
        }
        plain
        unit="名"
      >
        {(performers) => <LeakPerformerTable performers={performers} />}
      </KeysetList>
    </Section>
  )
}

function ExportButton({ id }: { id: string }) {
  const { exporting, start, cancel } = useFileExport({
    done: '調査の結果をダウンロードしました',
    failed: '調査の結果をダウンロードできませんでした',
  })
  if (exporting)
    return (
      <Button variant="default" leftSection={<IconX size={17} />} onClick={cancel}>
        エクスポートをやめる
      </Button>
    )
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} />}
      onClick={() =>
        void start({
          name: 'leak.xlsx',
          fetch: (signal) => callFile(exportLeak, { params: { id }, signal }),
        })
      }
    >
      エクスポート
    </Button>
  )
}

function LeakLoading() {
  return (
    <>
      <PageHeader title={leakTitle} back={back} />
      <Loading>
        <Stack>
          <Skeleton height={160} radius={8} />
          <Skeleton height={160} radius={8} />
          <Skeleton height={260} radius={8} />
        </Stack>
      </Loading>
    </>
  )
}
