import {
  type CampaignAsk,
  campaignAskLabels,
  campaignAsks,
  campaignLimits,
  skipReasonLabels,
} from '@kyc/contract/campaign-vocabulary.ts'
import { type CampaignSelection, checkCampaign, createCampaign } from '@kyc/contract/campaigns.ts'
import { dateInWords, dayInJapan } from '@kyc/contract/dates.ts'
import { NativeSelect, Skeleton, Stack, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { queryKey } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { useOrganisationId } from '../../session/use-organisations.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { formatCount } from '../../ui/format.ts'
import { useGo } from '../../ui/go.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { durationText } from './campaign-text.ts'

export interface CampaignDialogProps {
  selection: CampaignSelection
  onClose: () => void
}

const { days, nameChars, reminders } = campaignLimits
const times = Array.from({ length: reminders + 1 }, (_, n) => ({
  value: String(n),
  label: n === 0 ? '送らない' : `${n}回`,
}))
const spans = [3, 5, 7, 14, 30].map((n) => ({ value: String(n), label: `${n}日ごと` }))

/** Starts a campaign for a selection of performers (D111), and first shows how many of them it asks. */
export function CampaignDialog({ selection, onClose }: CampaignDialogProps) {
  const organisation = useOrganisationId()
  const queries = useQueryClient()
  const go = useGo()
  const form = useFormCall({
    initial: {
      name: `${dateInWords(dayInJapan(new Date()))}の依頼`,
      asks: 'documents',
      language: 'ja',
      reminderDays: String(days.usual),
      reminders: String(reminders),
      selection: '',
    },
    schema: createCampaign.body,
    body: (values) => ({
      ...values,
      selection,
      reminderDays: Number(values.reminderDays),
      reminders: Number(values.reminders),
    }),
    call: (body, idempotencyKey) => call(createCampaign, { query: { organisation }, body, idempotencyKey }),
    onDone: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: queryKey('campaigns') })
      onClose()
      await go(paths.campaign(id))
      showToast('一括依頼を開始しました')
    },
  })
  const asks = campaignAsks.find((each) => each === form.values.asks) ?? 'documents'
  const check = useCheck(organisation, asks, selection)
  const asked = check.data?.asked ?? 0
  return (
    <FormDialog
      title="まとめて依頼"
      size={560}
      submit={asked > 0 ? `${formatCount(asked)}名に依頼する` : '依頼する'}
      disabledReason={
        check.isPending ? '対象を確認しています' : asked === 0 ? '依頼できる出演者がいません' : undefined
      }
      failed="依頼を開始できませんでした"
      state={form}
      onClose={onClose}
    >
      <p>
        出演者ごとに専用のリンクをメールで送ります。足りないもの、期限切れや期限が近いものがある方だけに送信し、同じ方に重ねて送信することはありません。
      </p>
      <Choice
        label="依頼する内容"
        data={campaignAsks.map((value) => ({ value, label: campaignAskLabels[value] }))}
        {...form.field('asks')}
      />
      <Preview check={check} />
      <TextInput
        size="md"
        label={<FieldLabel kind="required">名前</FieldLabel>}
        aria-label="名前"
        aria-required
        description="一覧で見分けるための名前です。出演者には表示されません。"
        autoComplete="off"
        maxLength={nameChars}
        {...form.field('name')}
      />
      <Choice
        label="メールの言語"
        data={[
          { value: 'ja', label: '日本語' },
          { value: 'en', label: '英語' },
        ]}
        {...form.field('language')}
      />
      <Choice label="リマインダー" data={times} {...form.field('reminders')} />
      {form.values.reminders !== '0' && (
        <Choice label="リマインダーの間隔" data={spans} {...form.field('reminderDays')} />
      )}
    </FormDialog>
  )
}

function useCheck(organisation: string | undefined, asks: CampaignAsk, selection: CampaignSelection) {
  return useQuery({
    queryKey: [...queryKey('campaigns.check'), organisation, asks, selection],
    queryFn: ({ signal }) =>
      call(checkCampaign, { query: { organisation }, body: { asks, selection }, signal }),
    retry: false,
    gcTime: 0,
  })
}

/** How many performers the campaign asks, and why it does not ask the others. */
function Preview({ check }: { check: ReturnType<typeof useCheck> }) {
  if (check.isError)
    return (
      <Alert tone="bad" title="対象を確認できませんでした">
        {failureText(check.error)}
      </Alert>
    )
  if (!check.data) return <Skeleton height={88} radius={8} />
  const { asked, skipped } = check.data
  return (
    <Alert tone={asked > 0 ? 'neutral' : 'wait'} title={`${formatCount(asked)}名に送信します`}>
      {asked > 0 && <p>{durationText(check.data)}</p>}
      {skipped.length > 0 && (
        <>
          <p>次の方には送信しません。</p>
          <Stack component="ul" gap={2}>
            {skipped.map(({ reason, count }) => (
              <li key={reason}>
                {skipReasonLabels[reason]}：{formatCount(count)}名
              </li>
            ))}
          </Stack>
        </>
      )}
    </Alert>
  )
}

interface ChoiceProps {
  label: string
  data: { value: string; label: string }[]
  name: string
  value: string
  error: string | undefined
  onChange: (event: React.ChangeEvent<HTMLInputElement>) => void
}

function Choice({ label, data, name, value, error, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      size="md"
      label={<FieldLabel kind="required">{label}</FieldLabel>}
      aria-label={label}
      name={name}
      data={data}
      value={value}
      error={error}
      // The handler reads only the value, which a select has too.
      onChange={(event) => onChange(event as unknown as React.ChangeEvent<HTMLInputElement>)}
    />
  )
}
