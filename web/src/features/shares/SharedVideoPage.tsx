import { dateInWords } from '@kyc/contract/dates.ts'
import { rules } from '@kyc/contract/law-rules.ts'
import { endSharedVideo, getSharedVideo, type SharedRecords, type SharedVideo } from '@kyc/contract/shares.ts'
import { issueStatement } from '@kyc/contract/statements.ts'
import { videoCategoryLabels } from '@kyc/contract/title-vocabulary.ts'
import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconCircleOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { failedQuery, isGone } from '../../api/failed-query.ts'
import { callQuery, queryKey } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { EditRefusal, useRefused } from '../../session/EditRefusal.tsx'
import { useFollowOrganisation } from '../../session/use-follow-organisation.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { useGo } from '../../ui/go.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RecordFailed } from '../../ui/RecordFailed.tsx'
import { RefetchFailed } from '../../ui/RefetchFailed.tsx'
import { Section } from '../../ui/Section.tsx'
import { CardsSkeleton, Loading } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toast.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { type Back, useWayBack } from '../../ui/way-back.ts'
import { SharedFactTable } from './SharedFactTable.tsx'
import { SharedGateBadge } from './SharedGateBadge.tsx'
import { SharedPapers } from './SharedPapers.tsx'
import { StatementButton } from './StatementButton.tsx'
import { performerName } from './shared-text.ts'

const list = { label: '共有された動画', href: paths.sharedVideos() }

/** One video of another organisation, until the share ends (D113): facts with their proof, and what is missing. */
export function SharedVideoPage() {
  const { id } = useParams({ from: '/signed-in/shared-videos/$id' })
  const shared = useQuery(callQuery(getSharedVideo, { params: { id } }))
  const back = useWayBack(list)
  useFollowOrganisation(shared.data?.recipient.id)
  if (shared.isPending) return <SharedLoading back={back} />
  if (!shared.data || isGone(shared))
    return (
      <RecordFailed
        record="共有された動画"
        pageTitle="共有された動画"
        missingTitle="共有された動画が見つかりません"
        back={back}
        title="共有された動画を取得できませんでした"
        {...failedQuery(shared)}
      />
    )
  return (
    <EditRefusal organisation={shared.data.recipient.id}>
      <SharedHead video={shared.data} back={back} />
      <RefetchFailed query={shared} />
      <Stack gap="lg">
        <Shortcomings records={shared.data.records} channel={shared.data.channel} />
        <Section title="動画の記録">
          <SharedFactTable caption="動画の記録" facts={shared.data.records.facts} />
        </Section>
        {shared.data.records.performers.map((performer) => (
          <Section key={performer.id} title={performerName(performer)}>
            <SharedFactTable caption={`${performerName(performer)}の記録`} facts={performer.facts} />
          </Section>
        ))}
        <SharedPapers key={id} video={shared.data} />
        <Section title="証明">
          <StatementButton title={shared.data.title} issue={() => call(issueStatement, { params: { id } })} />
        </Section>
        <EndSection video={shared.data} />
      </Stack>
    </EditRefusal>
  )
}

function SharedHead({ video, back }: { video: SharedVideo; back: Back }) {
  const { title, productNumber, owner, channel, records } = video
  return (
    <PageHeader
      title={title}
      windowTitle="共有された動画"
      back={back}
      badge={<SharedGateBadge state={records.blockers.length > 0 ? 'missing' : 'complete'} />}
    >
      <Group component="ul" gap="0 16px" aria-label="動画の情報">
        {productNumber && <li>品番 {productNumber}</li>}
        <li>共有元 {owner}</li>
        <li>{channel ? `公開先 ${channel}` : 'すべての公開先に共通する記録'}</li>
        <li>区分 {records.category ? videoCategoryLabels[records.category] : '未入力'}</li>
      </Group>
    </PageHeader>
  )
}

/** Lets the recipient end the share when it no longer needs the title. */
function EndSection({ video }: { video: SharedVideo }) {
  const refused = useRefused()
  const queries = useQueryClient()
  const go = useGo()
  const [asking, setAsking] = useState(false)
  useReturnFocus(asking)
  return (
    <Section title="共有の終了">
      <Group p="md" gap="8px 16px" justify="space-between">
        <Text size="xs" c="dimmed" flex="1 1 320px">
          この動画を扱わなくなったときに終了します。もう一度読むには、共有元に共有を依頼してください。
        </Text>
        <Button
          variant="default"
          leftSection={<IconCircleOff size={17} />}
          {...refused}
          onClick={() => setAsking(true)}
        >
          共有を終了
        </Button>
      </Group>
      {asking && (
        <ActDialog
          title="共有の終了"
          confirm="共有を終了"
          danger
          act={() => call(endSharedVideo, { params: { id: video.id } })}
          onDone={async () => {
            await go(paths.sharedVideos())
            await queries.invalidateQueries({ queryKey: queryKey('sharedVideos') })
            showToast('共有を終了しました')
          }}
          onClose={() => setAsking(false)}
        >
          「{video.title}」は、すぐに読めなくなります。共有元の「{video.owner}」の画面にも反映されます。
        </ActDialog>
      )}
    </Section>
  )
}

function Shortcomings({ records, channel }: { records: SharedRecords; channel: string | null }) {
  const { blockers, overridden, changesOn, day, rulesVersion } = records
  return (
    <Section title="記録の不足">
      <Stack p="md" gap="sm">
        {blockers.length === 0 ? (
          <p>{channel ? `公開先「${channel}」について、` : ''}記録上の不足はありません。</p>
        ) : (
          <Blockers records={records} blockers={blockers} />
        )}
        {overridden.length > 0 && (
          <div>
            <strong>運営が例外を認めた不足</strong>
            <Blockers records={records} blockers={overridden} />
          </div>
        )}
        <Text size="xs" c="dimmed">
          {changesOn && `次に変わるのは${dateInWords(changesOn)}です。`}
          {dateInWords(day)}時点、規則の版 {rulesVersion}
          。記録上の不足だけを示します。適法であることを示すものでも、法律上の助言でもありません。
        </Text>
      </Stack>
    </Section>
  )
}

function Blockers({ records, blockers }: { records: SharedRecords; blockers: SharedRecords['blockers'] }) {
  return (
    <Stack component="ul" gap={4} ml="md">
      {blockers.map(({ rule, performer, from }) => {
        const person = records.performers.find(({ number }) => number === performer)
        return (
          <Group component="li" key={`${rule} ${performer}`} gap="2px 12px">
            <span>
              {performer !== null && `${person ? performerName(person) : `出演者${performer}`}：`}
              {rules[rule].text}
            </span>
            {from && <span>{dateInWords(from)}から公開できます</span>}
            <Text span size="xs" c="dimmed">
              {rules[rule].source}
            </Text>
          </Group>
        )
      })}
    </Stack>
  )
}

function SharedLoading({ back }: { back: Back }) {
  return (
    <>
      <PageHeader title="共有された動画" back={back} />
      <Loading>
        <Box>
          <CardsSkeleton cards={3} height={160} />
        </Box>
      </Loading>
    </>
  )
}
