import {
  changeRecordMails,
  getRecordMails,
  type RecordMailTime,
  recordMailTimes,
} from '@kyc/contract/account.ts'
import { recordMailLabels } from '@kyc/contract/labels.ts'
import { Box, Group, NativeSelect, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { callQuery, queryKey } from '../../api/queries.ts'
import { useOrganisations } from '../../session/use-organisations.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Form } from '../../ui/Form.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'

const choices = recordMailTimes.map((value) => ({ value, label: recordMailLabels[value] }))

/** When mails about records of other members arrive (D67); personal organisations have no other members. */
export function RecordMailsSection() {
  const hasColleagues = useOrganisations()?.some(({ kind }) => kind !== 'personal')
  return hasColleagues ? <LoadedSection /> : null
}

function LoadedSection() {
  const query = useQuery(callQuery(getRecordMails))
  return (
    <Section title="お知らせメール">
      {query.isError && (
        <ErrorState title="お知らせメールの設定を取得できませんでした" {...failedQuery(query)} />
      )}
      {!query.isError && (
        <Box p="md" maw={432}>
          {query.data ? <TimeForm recordMails={query.data.recordMails} /> : <TextSkeleton lines={3} />}
        </Box>
      )}
    </Section>
  )
}

function TimeForm({ recordMails }: { recordMails: RecordMailTime }) {
  const whyId = useId()
  const queries = useQueryClient()
  const form = useFormCall({
    initial: { recordMails },
    call: (body) => call(changeRecordMails, { body }),
    onDone: async (_changed, reset) => {
      await queries.invalidateQueries({ queryKey: queryKey('account.recordMails') })
      reset()
      showToast('お知らせメールの受け取り方を変更しました')
    },
  })
  const reason = form.values.recordMails === recordMails ? '変更はありません' : undefined
  return (
    <Form
      state={form}
      disabled={reason !== undefined}
      foot={
        <Group gap="8px 12px">
          <BusyButton
            type="submit"
            variant="default"
            disabled={reason !== undefined}
            busy={form.busy}
            aria-describedby={whyId}
          >
            受け取り方を変更
          </BusyButton>
          <Text span size="xs" c="dimmed" id={whyId}>
            {reason}
          </Text>
        </Group>
      }
    >
      <NativeSelect
        label="ほかのメンバーが登録した出演者の審査結果と有効期限"
        description="ご自身が登録した出演者のお知らせは、すぐに届きます。"
        data={choices}
        value={form.values.recordMails}
        onChange={({ currentTarget: { value } }) => {
          const chosen = recordMailTimes.find((time) => time === value)
          if (chosen) form.change({ recordMails: chosen })
        }}
      />
    </Form>
  )
}
