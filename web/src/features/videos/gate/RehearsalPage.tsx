import { addDays, dateInWords, dayInJapan } from '@kyc/contract/dates.ts'
import { rules } from '@kyc/contract/law-rules.ts'
import { exportRehearsal, type Rehearsal, rehearseRules } from '@kyc/contract/rehearsal.ts'
import { Checkbox, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { IconCircleCheck, IconFileExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { callFile } from '../../../api/call.ts'
import { failedQuery } from '../../../api/failed-query.ts'
import { fieldErrors } from '../../../api/failure-text.ts'
import { callQuery } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { OrganisationChip } from '../../../session/OrganisationChip.tsx'
import { ofOrganisation } from '../../../session/OrganisationGate.tsx'
import { useFileExport } from '../../../session/use-file-export.ts'
import { useExportRefusal } from '../../../session/use-organisations.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { GuardedButton } from '../../../ui/GuardedButton.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { RuledList } from '../../../ui/RuledList.tsx'
import { Section } from '../../../ui/Section.tsx'
import { TextSkeleton } from '../../../ui/Skeletons.tsx'
import { useWayBack } from '../../../ui/way-back.ts'
import { CampaignButton } from '../../campaigns/CampaignButton.tsx'

const texts = {
  done: '予行の結果をダウンロードしました',
  failed: '予行の結果のエクスポートに失敗しました',
}

/** What rules of a channel will block, before they are in force (D107). The rules are in the address. */
export const RehearsalPage = ofOrganisation(RehearsalView)

function RehearsalView() {
  const search = useSearch({ from: '/signed-in/videos/rehearsal' })
  const back = useWayBack({ label: '動画', href: paths.videos() })
  const refusal = useExportRefusal()
  const { exporting, start } = useFileExport(texts)
  const query = { ...search, day: search.day ?? addDays(dayInJapan(new Date()), 1) }
  const { organisation: _of, ...rules } = query
  const rehearsal = useQuery({ ...callQuery(rehearseRules, { query }), retry: false })
  const found = rehearsal.data !== undefined && rehearsal.data.videos.length > 0
  const download = () =>
    void start({
      name: `rehearsal_${dayInJapan(new Date())}.xlsx`,
      fetch: (signal) => callFile(exportRehearsal, { query, signal }),
    })
  return (
    <>
      <PageHeader
        title="規則の予行"
        back={back}
        actions={
          <>
            {found && <CampaignButton selection={{ from: 'rehearsal', ...rules }} />}
            <GuardedButton
              refusal={refusal}
              variant="default"
              leftSection={<IconFileExport size={17} />}
              disabled={exporting}
              onClick={download}
            >
              エクスポート
            </GuardedButton>
          </>
        }
      />
      <OrganisationChip />
      <Stack>
        <Paper withBorder p="md">
          <RulesForm query={query} errors={fieldErrors(rehearsal.error)} busy={rehearsal.isFetching} />
        </Paper>
        <Section title="新しく公開できなくなる動画">
          {rehearsal.isPending && <TextSkeleton lines={3} />}
          {rehearsal.isError && <ErrorState title="予行できませんでした" {...failedQuery(rehearsal)} />}
          {rehearsal.data && <Result rehearsal={rehearsal.data} day={query.day} />}
        </Section>
      </Stack>
    </>
  )
}

interface RulesFormProps {
  query: {
    readonly day: string
    readonly channel?: string | undefined
    readonly consentMonths?: string | undefined
    readonly download?: 'true' | undefined
  }
  errors: Readonly<Record<string, string>>
  busy: boolean
}

function RulesForm({ query, errors, busy }: RulesFormProps) {
  const navigate = useNavigate({ from: '/videos/rehearsal' })
  const [values, setValues] = useState({
    day: query.day,
    channel: query.channel ?? '',
    consentMonths: query.consentMonths ?? '',
    download: query.download === 'true',
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { day, channel, consentMonths, download } = values
    void navigate({
      search: (before) => ({
        ...before,
        day,
        channel: channel || undefined,
        consentMonths: consentMonths || undefined,
        download: download ? ('true' as const) : undefined,
      }),
    })
  }
  const field = (name: 'day' | 'channel' | 'consentMonths') => ({
    size: 'md' as const,
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: currentTarget.value }),
  })
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-end" gap="md">
        <TextInput type="date" max="9999-12-31" label="規則が始まる日" {...field('day')} />
        <TextInput label="公開先" placeholder="新しい公開先" autoComplete="off" {...field('channel')} />
        <TextInput
          label="同意の有効月数"
          placeholder="なし"
          inputMode="numeric"
          autoComplete="off"
          {...field('consentMonths')}
        />
        <Checkbox
          label="ダウンロードがある"
          checked={values.download}
          onChange={({ currentTarget }) => setValues({ ...values, download: currentTarget.checked })}
          mb={10}
        />
        <BusyButton type="submit" size="md" busy={busy}>
          予行する
        </BusyButton>
      </Group>
    </form>
  )
}

function Result({ rehearsal: { videos, examined, more }, day }: { rehearsal: Rehearsal; day: string }) {
  if (videos.length === 0)
    return (
      <EmptyState icon={IconCircleCheck} title="新しく公開できなくなる動画はありません">
        {examined}件の動画を調べました
      </EmptyState>
    )
  return (
    <>
      <RuledList p="md">
        {videos.map(({ id, title, blockers }) => (
          <Stack component="li" key={id} gap={2}>
            <AppLink href={paths.video(id)}>{title}</AppLink>
            <Stack component="ul" gap={2} fz="sm">
              {blockers.map(({ rule, performer }) => (
                <li key={`${rule} ${performer}`}>
                  {performer && `${performer}さん：`}
                  {rules[rule].text}
                </li>
              ))}
            </Stack>
          </Stack>
        ))}
      </RuledList>
      <Text size="xs" c="dimmed" px="md" pb="md">
        {dateInWords(day)}からの規則で、{examined}件の動画を調べました。
        {more && 'このほかにもあります。エクスポートには、調べた動画がすべて含まれます。'}
      </Text>
    </>
  )
}
