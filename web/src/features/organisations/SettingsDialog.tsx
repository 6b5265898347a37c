import { limits } from '@kyc/contract/limits.ts'
import { organisationKindLabels } from '@kyc/contract/organisation-labels.ts'
import { companyKinds, type Organisation, updateOrganisation } from '@kyc/contract/organisation-members.ts'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { refreshOrganisations } from './organisation-queries.ts'

const kindChoices = companyKinds.map((kind) => ({ value: kind, label: organisationKindLabels[kind] }))

interface SettingsDialogProps {
  organisation: Organisation
  onClose: () => void
}

/** Changes the settings, or makes a personal organisation a company. A new name or kind ends the approval. */
export function SettingsDialog({ organisation, onClose }: SettingsDialogProps) {
  const { id, name, kind, legalName, contact, version, approvedAt } = organisation
  const queries = useQueryClient()
  const isPersonal = kind === 'personal'
  const form = useFormCall({
    initial: {
      name: isPersonal ? '' : name,
      kind: isPersonal ? companyKinds[0] : kind,
      legalName: legalName ?? '',
      contact: contact ?? '',
      version,
    },
    schema: updateOrganisation.body,
    call: (body) => call(updateOrganisation, { params: { id }, body }),
    onDone: async () => {
      await refreshOrganisations(queries)
      onClose()
      showToast('組織の設定を変更しました')
    },
  })
  const { values } = form
  const named = values.name.trim() === name && values.kind === kind && values.legalName.trim() === legalName
  const unchanged = !isPersonal && named && values.contact.trim() === contact
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
      <TextInput
        size="md"
        label={<FieldLabel kind="required">正式名称</FieldLabel>}
        aria-label="正式名称"
        aria-required
        description="登記されている名称です。個人事業主の方は、氏名または屋号を入力してください。"
        maxLength={limits.nameChars}
        {...form.field('legalName')}
      />
      <TextInput
        size="md"
        label={<FieldLabel kind="required">連絡先</FieldLabel>}
        aria-label="連絡先"
        aria-required
        description="承認のために事務局がご連絡する、担当の方の氏名と電話番号またはメールアドレスです。"
        maxLength={limits.nameChars}
        {...form.field('contact')}
      />
      {approvedAt !== null && !named && (
        <p>
          種別または名称を変更すると、事務局がもう一度承認するまで、リンクと招待は送れません。送信済みのリンクと招待も使えなくなります。
        </p>
      )}
    </FormDialog>
  )
}
