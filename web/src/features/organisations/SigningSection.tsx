import { type Organisation, updateOrganisation } from '@kyc/contract/organisation-members.ts'
import { signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Section } from '../../ui/Section.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { refreshOrganisations } from './organisation-queries.ts'

interface SigningSectionProps {
  organisation: Organisation
  refused: { readonly disabled: boolean; readonly 'aria-describedby': string | undefined }
}

/** Settings for the contracts that performers sign on their own page (D101): the days before a signature. */
export function SigningSection({ organisation, refused }: SigningSectionProps) {
  const [open, setOpen] = useState(false)
  useReturnFocus(open)
  const { id, signingWaitDays } = organisation
  return (
    <Section
      title="オンラインでの署名"
      action={<AppLink href={paths.templates({ organisation: id })}>契約書のテンプレート</AppLink>}
    >
      <Group p="md" gap="4px 16px" justify="space-between">
        <Stack gap={0}>
          <span>署名までの待ち日数：{signingWaitDays}日</span>
          <Text size="xs" c="dimmed">
            {signingWaitDays === 0
              ? '出演者は、説明書面を受け取った日から署名できます。'
              : `出演者は、説明書面を受け取ってから${signingWaitDays}日が過ぎると署名できます。`}
          </Text>
        </Stack>
        <Button
          variant="default"
          leftSection={<IconPencil size={17} />}
          aria-label="署名までの待ち日数を変更"
          {...refused}
          onClick={() => setOpen(true)}
        >
          変更
        </Button>
      </Group>
      {open && <WaitingDaysDialog organisation={organisation} onClose={() => setOpen(false)} />}
    </Section>
  )
}

function WaitingDaysDialog({ organisation, onClose }: { organisation: Organisation; onClose: () => void }) {
  const { id, version, signingWaitDays } = organisation
  const queries = useQueryClient()
  const form = useFormCall({
    initial: { signingWaitDays: String(signingWaitDays), version },
    schema: updateOrganisation.body,
    body: (values) => ({
      ...values,
      signingWaitDays: /^\d+$/.test(values.signingWaitDays.trim()) ? Number(values.signingWaitDays) : null,
    }),
    call: (body) => call(updateOrganisation, { params: { id }, body }),
    onDone: async () => {
      await refreshOrganisations(queries)
      onClose()
      showToast('署名までの待ち日数を変更しました')
    },
  })
  return (
    <FormDialog
      title="署名までの待ち日数"
      submit="保存"
      disabledReason={form.unsaved ? undefined : '変更はありません'}
      failed="保存できませんでした"
      state={form}
      onClose={onClose}
    >
      <p>出演者が、説明書面を受け取ってからよく考えるための日数です。送信済みの依頼にも適用されます。</p>
      <TextInput
        size="md"
        label="署名までの待ち日数"
        description={`0から${signingLimits.waitingDays.maximum}までの整数です。`}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        {...form.field('signingWaitDays')}
      />
    </FormDialog>
  )
}
