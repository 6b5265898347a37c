import { updateProfile } from '@kyc/contract/account.ts'
import { limits } from '@kyc/contract/limits.ts'
import { memberRoleLabels } from '@kyc/contract/organisation-labels.ts'
import { roleLabels } from '@kyc/contract/role-labels.ts'
import { Box, Group, Text, TextInput } from '@mantine/core'
import { Fragment, useId } from 'react'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { useOrganisations } from '../../session/use-organisations.ts'
import { useAuth, useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Form } from '../../ui/Form.tsx'
import { Section } from '../../ui/Section.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { OwnAddress, UnverifiedNotice } from './UnverifiedAddress.tsx'

const providerLabels = {
  legacy: 'メールアドレスとパスワード',
  firebase: '動画サービスのアカウント',
} as const

function OwnOrganisations() {
  return useOrganisations()?.map(({ id, name, role }, index) => (
    <Fragment key={id}>
      {index > 0 && '、'}
      <AppLink href={paths.organisation({ organisation: id })}>{name}</AppLink>（{memberRoleLabels[role]}）
    </Fragment>
  ))
}

export function ProfileSection() {
  const { user } = useSession()
  const auth = useAuth()
  const whyId = useId()
  const form = useFormCall({
    initial: { name: user.name },
    schema: updateProfile.body,
    call: (body) => call(updateProfile, { body }),
    onDone: (changed, reset) => {
      auth.signedIn(changed)
      reset()
      showToast('氏名を変更しました')
    },
  })
  const name = form.values.name.trim()
  const reason = name === '' ? '氏名を入力してください' : name === user.name ? '変更はありません' : undefined
  return (
    <Section title="プロフィール">
      <Box p="md" maw={432}>
        <Box mb="md">
          <UnverifiedNotice />
          <Facts
            facts={[
              ['メールアドレス', <OwnAddress key="address" />],
              ['権限', roleLabels[user.role]],
              ['ログイン方法', providerLabels[user.provider]],
              ['組織', <OwnOrganisations key="organisations" />],
            ]}
          />
        </Box>
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
                氏名を変更
              </BusyButton>
              <Text span size="xs" c="dimmed" id={whyId}>
                {reason}
              </Text>
            </Group>
          }
        >
          <TextInput label="氏名" autoComplete="name" maxLength={limits.nameChars} {...form.field('name')} />
        </Form>
      </Box>
    </Section>
  )
}
