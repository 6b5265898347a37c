import { dayInJapan } from '@kyc/contract/dates.ts'
import { limits } from '@kyc/contract/limits.ts'
import { subjectRequestKindLabels, subjectRequestStateLabels } from '@kyc/contract/subject-labels.ts'
import { createSubjectRequest, respondToSubjectRequest, type SubjectRequest } from '@kyc/contract/subjects.ts'
import { NativeSelect, Textarea } from '@mantine/core'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKey } from '../../api/queries.ts'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { DayField } from '../documents/DayField.tsx'

const chooseFirst = { value: '', label: '選択してください' }
const kinds = [chooseFirst, ...choices(subjectRequestKindLabels)]
const { open: _, ...outcomeLabels } = subjectRequestStateLabels
const outcomes = [chooseFirst, ...choices(outcomeLabels)]

function choices(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

async function refresh(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: queryKey('subjects') })
  await queries.invalidateQueries({ queryKey: queryKey('performers.history') })
  await queries.invalidateQueries({ queryKey: queryKey('dashboard') })
}

interface NewRequestDialogProps {
  performer: { readonly id: string; readonly name: string }
  onClose: () => void
}

/** Records a request of the performer (D77). */
export function NewRequestDialog({ performer, onClose }: NewRequestDialogProps) {
  const queries = useQueryClient()
  const form = useFormCall({
    initial: { kind: '', receivedOn: dayInJapan(new Date()), details: '' },
    schema: createSubjectRequest.body,
    call: (body, idempotencyKey) =>
      call(createSubjectRequest, { params: { id: performer.id }, body, idempotencyKey }),
    onDone: async () => {
      await refresh(queries)
      onClose()
      showToast('請求を記録しました')
    },
  })
  return (
    <FormDialog
      title="請求の記録"
      submit="記録する"
      failed="記録できませんでした"
      state={form}
      onClose={onClose}
    >
      <p>
        <strong>{performer.name}</strong>さんご本人からの請求を記録します。回答の期限は、受付日から
        {limits.subjectRequest.dueDays}日です。
      </p>
      <NativeSelect
        size="md"
        label={<FieldLabel kind="required">請求の種類</FieldLabel>}
        aria-label="請求の種類"
        aria-required
        data={kinds}
        value={form.values.kind}
        error={form.errors.kind}
        onChange={(event) => form.change({ kind: event.currentTarget.value })}
      />
      <DayField
        size="md"
        label={<FieldLabel kind="required">受付日</FieldLabel>}
        aria-label="受付日"
        aria-required
        value={form.values.receivedOn}
        error={form.errors.receivedOn}
        onChange={(receivedOn) => form.change({ receivedOn })}
      />
      <Textarea
        size="md"
        label={<FieldLabel kind="required">請求の内容</FieldLabel>}
        aria-label="請求の内容"
        aria-required
        description="管理者と監査人だけが閲覧できます。本人であることを確認した方法も記入してください。"
        rows={4}
        maxLength={limits.textChars}
        {...form.field('details')}
      />
    </FormDialog>
  )
}

/** Records the response to a request, once. */
export function ResponseDialog({ request, onClose }: { request: SubjectRequest; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useFormCall({
    initial: { outcome: '', response: '' },
    schema: respondToSubjectRequest.body,
    call: (body) => call(respondToSubjectRequest, { params: { id: request.id }, body }),
    onDone: async () => {
      await refresh(queries)
      onClose()
      showToast('回答を記録しました')
    },
  })
  return (
    <FormDialog
      title="回答の記録"
      submit="記録する"
      failed="記録できませんでした"
      state={form}
      onClose={onClose}
    >
      <p>記録した回答は、後から変更できません。</p>
      <NativeSelect
        size="md"
        label={<FieldLabel kind="required">回答</FieldLabel>}
        aria-label="回答"
        aria-required
        data={outcomes}
        value={form.values.outcome}
        error={form.errors.outcome}
        onChange={(event) => form.change({ outcome: event.currentTarget.value })}
      />
      <Textarea
        size="md"
        label={<FieldLabel kind="required">回答の内容</FieldLabel>}
        aria-label="回答の内容"
        aria-required
        description="回答した日と方法、応じない場合はその理由を記入してください。"
        rows={4}
        maxLength={limits.textChars}
        {...form.field('response')}
      />
    </FormDialog>
  )
}
