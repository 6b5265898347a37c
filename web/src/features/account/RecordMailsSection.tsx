import {
  changeRecordMails,
  getRecordMails,
  type RecordMailTime,
  recordMailTimes,
} from '@kyc/contract/account.ts'
import { recordMailLabels } from '@kyc/contract/labels.ts'
import { NativeSelect } from '@mantine/core'
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
import classes from './account.module.css'

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
        <div className={classes.body}>
          {query.data ? <TimeForm recordMails={query.data.recordMails} /> : <TextSkeleton lines={3} />}
        </div>
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
      className={classes.fields}
      foot={
        <div className={classes.save}>
          <BusyButton
            type="submit"
            variant="default"
            disabled={reason !== undefined}
            busy={form.busy}
            aria-describedby={whyId}
          >
            受け取り方を変更
          </BusyButton>
          <span id={whyId} className={classes.why}>
            {reason}
          </span>
        </div>
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
