import { keptByTexts } from '@kyc/contract/sealed-labels.ts'
import { endLegalHold, holdSealedPerformer, type SealedPerformer } from '@kyc/contract/sealed-performers.ts'
import { Box, Group, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { call } from '../../../api/call.ts'
import { failedQuery } from '../../../api/failed-query.ts'
import { paths } from '../../../paths.ts'
import { Forbidden } from '../../../session/Forbidden.tsx'
import { useSession } from '../../../session/use-session.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Columns } from '../../../ui/Columns.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Facts, type FactsProps } from '../../../ui/Facts.tsx'
import { formatDate } from '../../../ui/format.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { RecordFailed } from '../../../ui/RecordFailed.tsx'
import { RefetchFailed } from '../../../ui/RefetchFailed.tsx'
import { Section } from '../../../ui/Section.tsx'
import { TextSkeleton } from '../../../ui/Skeletons.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { useWayBack } from '../../../ui/way-back.ts'
import { HoldSection } from '../HoldSection.tsx'
import { DestroyedDocuments } from './DestroyedDocuments.tsx'
import { DestructionSection } from './DestructionSection.tsx'
import { SealedContent } from './SealedContent.tsx'
import { SealedStateBadge } from './SealedStateBadge.tsx'
import { useSealedActDone, useSealedRecord } from './sealed-queries.ts'

const list = { label: '封印した記録', href: paths.sealedRecords() }
const title = '封印した記録の詳細'

/** /sealed/{id}, for superadmins: the record of a deleted performer. Its content is shown only after a reason. */
export function SealedPage() {
  const { isSuperadmin } = useSession()
  const { id } = useParams({ from: '/signed-in/sealed/$id' })
  return isSuperadmin ? <SealedRecord id={id} /> : <Forbidden title={title} />
}

export function SealedRecord({ id }: { id: string }) {
  const record = useSealedRecord(id)
  const back = useWayBack(list)
  if (record.isPending) {
    return (
      <>
        <PageHeader title={title} back={back} />
        <TextSkeleton lines={6} />
      </>
    )
  }
  if (!record.data) {
    return (
      <RecordFailed
        record="封印した記録"
        missingTitle="封印した記録が見つかりません"
        back={back}
        title="封印した記録を取得できませんでした"
        {...failedQuery(record)}
      />
    )
  }
  return (
    <>
      <PageHeader title={title} back={back} badge={<SealedStateBadge record={record.data} />} />
      <RefetchFailed query={record} />
      <SealedView key={id} record={record.data} refetchFailed={record.isError} />
    </>
  )
}

interface SealedViewProps {
  record: SealedPerformer
  /** Whether the last refetch of the state failed, such as the one when the opening expires. */
  refetchFailed: boolean
}

function SealedView({ record, refetchFailed }: SealedViewProps) {
  const destroyed = record.destroyedAt !== null
  return (
    <Columns>
      <Stack miw={0}>
        <SealedFacts record={record} />
        {destroyed ? (
          <DestroyedDocuments documents={record.destroyedDocuments} />
        ) : (
          <SealedContent record={record} refetchFailed={refetchFailed} />
        )}
      </Stack>
      <Stack miw={0}>
        <SealedHold record={record} />
        {!destroyed && <DestructionSection record={record} />}
      </Stack>
    </Columns>
  )
}

const holdNote = {
  held: '保全を解除するまで、保存期限を過ぎても破棄されません。',
  notHeld: '紛争や調査に必要な記録を保全すると、保存期限を過ぎても破棄されません。',
}

function SealedHold({ record: { id, held, holds, request, destroyedAt } }: { record: SealedPerformer }) {
  const finish = useSealedActDone()
  const params = { id }
  return (
    <HoldSection
      held={held}
      holds={holds}
      ended={destroyedAt !== null}
      note={holdNote}
      effect={{
        hold: (
          <>
            保全を解除するまで、この記録は破棄されません。
            {request &&
              (request.effectiveAt ? '承認された破棄は中止されます。' : '破棄の申請は取り消されます。')}
          </>
        ),
        end: '解除すると、保存期限を過ぎた記録は、次の日までに自動で破棄されます。',
      }}
      hold={(body) => call(holdSealedPerformer, { params, body })}
      end={(body) => call(endLegalHold, { params, body })}
      onDone={finish}
    />
  )
}

function SealedFacts({ record }: { record: SealedPerformer }) {
  const { id, organisation, sealedAt, sealedBy, retainUntil, keptBy, destroyedAt } = record
  const log = paths.auditLogs({ resourceType: 'performer', resourceId: id })
  const end: FactsProps['facts'] =
    destroyedAt === null
      ? [
          ['保存期限', `${formatDate(retainUntil)}まで`],
          ...(keptBy ? [['破棄できない理由', keptByTexts[keptBy]] as const] : []),
        ]
      : [['破棄した日時', <Timestamp key="at" at={destroyedAt} />]]
  return (
    <Section title="保管の状況" action={<AppLink href={log}>監査ログを見る</AppLink>}>
      <Box p="md">
        <Facts
          facts={[
            [
              '記録ID',
              <Group key="id" gap={4} wrap="nowrap">
                {id}
                <CopyButton value={id} label="記録IDをコピー" />
              </Group>,
            ],
            ['組織', organisation.name],
            ['封印した日時', <Timestamp key="at" at={sealedAt} />],
            ['封印した人', sealedBy],
            ...end,
          ]}
        />
      </Box>
    </Section>
  )
}
