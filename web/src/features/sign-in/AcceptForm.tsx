import type { ReplyOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import { acceptInvitation, type inspectInvitation } from '@kyc/contract/sign-in.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { fieldErrors } from '../../api/failure-text.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { TextInput } from '../../ui/mantine/TextInput.ts'
import { DoneNotice } from './DoneNotice.tsx'
import { LinkForm } from './LinkForm.tsx'
import classes from './LinkPages.module.css'
import { NewPasswordField, passwordFault } from './NewPasswordField.tsx'
import { PublicCard } from './PublicCard.tsx'

export interface AcceptFormProps {
  token: string
  invitation: ReplyOf<typeof inspectInvitation>
}

/** Sets name and password of an invited account. */
export function AcceptForm({ token, invitation }: AcceptFormProps) {
  const [name, setName] = useState(invitation.name)
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<{ name?: string | undefined; password?: string | undefined }>({})
  const accept = useMutation({
    mutationFn: () => call(acceptInvitation, { body: { token, name, password } }),
  })
  const errors = fieldErrors(accept.error)
  const send = () => {
    const newFaults = {
      name: name.trim() === '' ? '氏名を入力してください。' : undefined,
      password: passwordFault(password),
    }
    setFaults(newFaults)
    if (!newFaults.name && !newFaults.password && !accept.isPending) accept.mutate()
  }
  if (accept.isSuccess) {
    return (
      <PublicCard title="アカウントへのご招待">
        <DoneNotice title="アカウントの準備ができました" link="ログイン画面へ">
          <strong>{invitation.email}</strong> と設定したパスワードでログインしてください。
        </DoneNotice>
      </PublicCard>
    )
  }
  const atField = errors.name !== undefined || errors.password !== undefined
  return (
    <PublicCard title="アカウントへのご招待">
      <p className={classes.lead}>
        <strong>{invitation.email}</strong>{' '}
        の方へのご招待です。氏名を確認し、パスワードを設定すると利用を開始できます。
      </p>
      <LinkForm failure={atField ? null : accept.error} onSubmit={send}>
        {/* Password managers store the password under this address. */}
        <input type="email" name="email" autoComplete="username" value={invitation.email} readOnly hidden />
        <TextInput
          size="md"
          label="氏名"
          name="name"
          autoComplete="name"
          maxLength={limits.nameChars}
          value={name}
          error={faults.name ?? errors.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NewPasswordField
          label="パスワード"
          value={password}
          onChange={setPassword}
          error={faults.password ?? errors.password}
        />
        <Button type="submit" size="md" fullWidth disabled={accept.isPending}>
          {accept.isPending ? '設定中...' : '利用を開始'}
        </Button>
      </LinkForm>
    </PublicCard>
  )
}
