import type { Organisation } from '@kyc/contract/organisation-members.ts'
import { type Custodian, getCustodian, saveCustodian } from '@kyc/contract/records-2257.ts'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { callQuery, keyOf, queryKey } from '../../api/queries.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'

interface CustodianSectionProps {
  organisation: Pick<Organisation, 'id'>
  refused: { readonly disabled: boolean; readonly 'aria-describedby': string | undefined }
}

/** Who keeps the records of 18 U.S.C. 2257, for organisations that sell to the United States (D109). */
export function CustodianSection({ organisation: { id }, refused }: CustodianSectionProps) {
  const [open, setOpen] = useState(false)
  useReturnFocus(open)
  const stored = useQuery(callQuery(getCustodian, { params: { id } }))
  const custodian = stored.data?.custodian
  return (
    <Section
      title="2257の記録保管者（米国）"
      action={
        stored.data && (
          <Button
            variant="default"
            leftSection={<IconPencil size={17} />}
            aria-label="2257の記録保管者を変更"
            {...refused}
            onClick={() => setOpen(true)}
          >
            変更
          </Button>
        )
      }
    >
      <Stack p="md" gap="xs">
        {stored.isPending && <TextSkeleton lines={2} />}
        {stored.isError && !stored.data && (
          <ErrorState title="記録保管者を取得できませんでした" {...failedQuery(stored)} />
        )}
        {custodian && (
          <Facts
            facts={[
              ['氏名', custodian.name],
              ['役職', custodian.title],
              ['住所', custodian.address],
            ]}
          />
        )}
        {custodian === null && (
          <Text c="dimmed">
            米国に向けて公開する場合は、18 U.S.C.
            2257の記録を保管する方を入力してください。動画に表示する文に使います。
          </Text>
        )}
      </Stack>
      {open && stored.data && <CustodianDialog id={id} stored={stored.data} onClose={() => setOpen(false)} />}
    </Section>
  )
}

interface CustodianDialogProps {
  id: string
  stored: { readonly custodian: Custodian | null; readonly version: number }
  onClose: () => void
}

function CustodianDialog({ id, stored: { custodian, version }, onClose }: CustodianDialogProps) {
  const queries = useQueryClient()
  const form = useFormCall({
    initial: { ...(custodian ?? { name: '', title: '', address: '' }), version },
    schema: saveCustodian.body,
    call: (body) => call(saveCustodian, { params: { id }, body }),
    onDone: async (saved) => {
      queries.setQueryData(keyOf(getCustodian, { params: { id } }), saved)
      await queries.invalidateQueries({ queryKey: queryKey('videos') })
      onClose()
      showToast('記録保管者を変更しました')
    },
  })
  return (
    <FormDialog
      title="2257の記録保管者"
      submit="保存"
      disabledReason={form.unsaved ? undefined : '変更はありません'}
      failed="保存できませんでした"
      state={form}
      onClose={onClose}
    >
      <p>サイトに公開されます。英語で入力し、住所は私書箱ではなく、番地まで入力してください。</p>
      <TextInput
        size="md"
        label={<FieldLabel kind="required">氏名</FieldLabel>}
        aria-label="氏名"
        aria-required
        data-autofocus
        {...form.field('name')}
      />
      <TextInput
        size="md"
        label={<FieldLabel kind="required">役職</FieldLabel>}
        aria-label="役職"
        aria-required
        {...form.field('title')}
      />
      <TextInput
        size="md"
        label={<FieldLabel kind="required">住所</FieldLabel>}
        aria-label="住所"
        aria-required
        {...form.field('address')}
      />
    </FormDialog>
  )
}
