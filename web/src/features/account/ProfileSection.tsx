import { updateProfile } from '@kyc/contract/account.ts'
import { limits } from '@kyc/contract/limits.ts'
import { roleLabels } from '@kyc/contract/role-labels.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import { useAuth, useSession } from '../../session/use-session.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Alert } from '../../ui/mantine/Alert.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { TextInput } from '../../ui/mantine/TextInput.ts'
import { Section } from '../../ui/Section.tsx'
import { showToast } from '../../ui/toast.ts'
import classes from './account.module.css'
import { OwnAddress, UnverifiedNotice } from './UnverifiedAddress.tsx'

const providerLabels = {
  legacy: 'メールアドレスとパスワード',
  firebase: '動画サービスのアカウント',
} as const

export function ProfileSection() {
  const { user } = useSession()
  const auth = useAuth()
  const whyId = useId()
  const [name, setName] = useState(user.name)
  const update = useMutation({
    mutationFn: () => call(updateProfile, { body: { name } }),
    onSuccess: (changed) => {
      auth.signedIn(changed)
      setName(changed.name)
      showToast('氏名を変更しました')
    },
  })
  const errors = fieldErrors(update.error)
  const unchanged = name.trim() === '' || name.trim() === user.name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!unchanged && !update.isPending) update.mutate()
  }
  return (
    <Section title="プロフィール">
      <form onSubmit={submit} className={classes.body}>
        <div className={classes.facts}>
          <UnverifiedNotice />
          <Facts
            facts={[
              ['メールアドレス', <OwnAddress key="address" />],
              ['権限', roleLabels[user.role]],
              ['ログイン方法', providerLabels[user.provider]],
            ]}
          />
        </div>
        <div className={classes.fields}>
          <TextInput
            label="氏名"
            name="name"
            autoComplete="name"
            maxLength={limits.nameChars}
            value={name}
            error={errors.name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {update.isError && !errors.name && (
            <Alert color="red" role="alert">
              {failureText(update.error)}
            </Alert>
          )}
          <div className={classes.save}>
            <Button
              type="submit"
              variant="default"
              disabled={unchanged}
              loading={update.isPending}
              aria-describedby={whyId}
            >
              名前を変更
            </Button>
            <span id={whyId} className={classes.why}>
              {unchanged && '氏名を変えると押せるようになります'}
            </span>
          </div>
        </div>
      </form>
    </Section>
  )
}
