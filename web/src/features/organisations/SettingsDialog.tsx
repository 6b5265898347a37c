import { limits } from '@kyc/contract/limits.ts'
import { organisationKindLabels } from '@kyc/contract/organisation-labels.ts'
import { companyKinds, type Organisation, updateOrganisation } from '@kyc/contract/organisation-members.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { NativeSelect } from '../../ui/mantine/NativeSelect.ts'
import { TextInput } from '../../ui/mantine/TextInput.ts'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { refreshOrganisations } from './organisation-queries.ts'

const kindChoices = companyKinds.map((kind) => ({ value: kind, label: organisationKindLabels[kind] }))

interface SettingsDialogProps {
  organisation: Organisation
  onClose: () => void
}

/** Name and kind; a personal organisation becomes a company. */
export function SettingsDialog({ organisation: { id, name, kind, version }, onClose }: SettingsDialogProps) {
  const queries = useQueryClient()
  const isPersonal = kind === 'personal'
  const form = useFormCall({
    initial: { name: isPersonal ? '' : name, kind: isPersonal ? companyKinds[0] : kind, version },
    check: (values) => ({ name: values.name.trim() === '' ? '組織名を入力してください。' : undefined }),
    call: (body) => call(updateOrganisation, { params: { id }, body }),
    onDone: async () => {
      await refreshOrganisations(queries)
      onClose()
      showToast('組織の設定を変更しました')
    },
  })
  const unchanged = !isPersonal && form.values.name.trim() === name && form.values.kind === kind
  return (
    <FormDialog
      title={isPersonal ? '会社として使う' : '組織の設定'}
      submit={isPersonal ? '会社にする' : '保存'}
      disabledReason={unchanged ? '変更はありません' : undefined}
      failed="保存できませんでした"
      state={form}
      onClose={onClose}
    >
      <NativeSelect
        size="md"
        label="種別"
        data={kindChoices}
        value={form.values.kind}
        error={form.errors.kind}
        onChange={(event) =>
          form.change({
            kind: companyKinds.find((each) => each === event.currentTarget.value) ?? form.values.kind,
          })
        }
      />
      <TextInput
        size="md"
        label={<FieldLabel kind="required">組織名</FieldLabel>}
        aria-label="組織名"
        aria-required
        description={isPersonal ? '個人には戻せません。' : undefined}
        autoComplete="organization"
        maxLength={limits.nameChars}
        data-autofocus
        {...form.field('name')}
      />
    </FormDialog>
  )
}
