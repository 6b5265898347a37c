import { dateInWords } from '@kyc/contract/dates.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { type RuleId, rules } from '@kyc/contract/law-rules.ts'
import {
  confirmOverride,
  endOverride,
  type Override,
  overrideRule,
  type Readiness,
} from '@kyc/contract/readiness.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { failureText } from '../../../api/failure-text.ts'
import { useSession } from '../../../session/use-session.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import { FactsDialog } from '../facts/FactsDialog.tsx'
import type { FactField } from '../facts/fact-fields.ts'
import { refreshVideos } from '../video-queries.ts'

interface OverridesProps {
  videoId: string
  readiness: Readiness
}

/** The overridden rules, shown to every reader; superadmins add, confirm and end them (D105). */
export function Overrides({ videoId, readiness }: OverridesProps) {
  const { isSuperadmin } = useSession()
  const [adding, setAdding] = useState(false)
  useReturnFocus(adding)
  const open = overridable(readiness)
  if (readiness.overrides.length === 0 && !isSuperadmin) return null
  return (
    <Stack gap="xs">
      {readiness.overrides.map((each) => (
        <OverrideLine key={each.id} videoId={videoId} override={each} readiness={readiness} />
      ))}
      {isSuperadmin && open.length > 0 && (
        <Group>
          <Button variant="default" size="xs" onClick={() => setAdding(true)}>
            規則を解除
          </Button>
        </Group>
      )}
      {adding && <OverrideDialog videoId={videoId} rulesOpen={open} onClose={() => setAdding(false)} />}
    </Stack>
  )
}

/** The rules that are not kept and not of class A. */
function overridable({ answers }: Readiness): RuleId[] {
  const broken = answers.flatMap(({ blockers }) => blockers.map(({ rule }) => rule))
  return [...new Set(broken)].filter((rule) => rules[rule].class !== 'A')
}

function OverrideLine({ videoId, override, readiness }: OverridesProps & { override: Override }) {
  const { isSuperadmin } = useSession()
  const queries = useQueryClient()
  const params = { id: videoId, overrideId: override.id }
  const act = useMutation({
    mutationFn: (endpoint: typeof confirmOverride | typeof endOverride) =>
      call(endpoint, { params, body: {} }),
    onSuccess: () => refreshVideos(queries),
  })
  const person = readiness.performers.find(({ id }) => id === override.performerId)?.name
  const waits = rules[override.rule].class === 'B' && override.confirmedBy === null
  return (
    <Group gap="4px 12px">
      <Text size="sm">
        {waits ? '解除の申請' : '解除中'}：{rules[override.rule].text}
        {person && `（${person}さん）`}
        {override.channel && `（${override.channel}）`}
        {override.until && `（${dateInWords(override.until)}まで）`}
        {`。理由：${override.reason}。${override.requestedBy}`}
        {override.confirmedBy && `、${override.confirmedBy}`}
      </Text>
      {isSuperadmin && waits && !override.own && (
        <BusyButton size="xs" busy={act.isPending} onClick={() => act.mutate(confirmOverride)}>
          承認
        </BusyButton>
      )}
      {isSuperadmin && (
        <BusyButton variant="default" size="xs" busy={act.isPending} onClick={() => act.mutate(endOverride)}>
          {waits ? '取り下げ' : '解除をやめる'}
        </BusyButton>
      )}
      {act.error && <Alert>{failureText(act.error)}</Alert>}
    </Group>
  )
}

function OverrideDialog({
  videoId,
  rulesOpen,
  onClose,
}: {
  videoId: string
  rulesOpen: RuleId[]
  onClose: () => void
}) {
  const queries = useQueryClient()
  const fields: readonly FactField[] = [
    {
      name: 'rule',
      label: '規則',
      kind: 'choice',
      required: true,
      options: Object.fromEntries(rulesOpen.map((rule) => [rule, rules[rule].text])),
    },
    { name: 'reason', label: '理由', kind: 'lines', required: true },
    {
      name: 'until',
      label: '最終日',
      kind: 'day',
      hint: '業界や公開先の規則では必要です。',
    },
    {
      name: 'opinion',
      label: '法的な見解と保管場所',
      kind: 'lines',
      hint: '法律の規則では必要です。ほかの最高管理者が承認すると、解除されます。',
    },
  ]
  return (
    <FactsDialog
      title="規則の解除"
      fields={fields}
      stored={null}
      save={async (part) => {
        const body = part as BodyIn<typeof overrideRule> // the server checks the values
        await call(overrideRule, { params: { id: videoId }, body })
        await refreshVideos(queries)
      }}
      onClose={onClose}
    />
  )
}
