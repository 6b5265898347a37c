import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import type { RegistrationTarget } from '../performers/RegisterPage.tsx'

export const registrationTitle = '出演者情報登録'

interface RegistrationRefusedProps extends Pick<RegistrationTarget, 'back'> {
  title: string
  children: ReactNode
}

/** Shown instead of the form to accounts that may not register a performer. */
export function RegistrationRefused({ title: refused, back, children }: RegistrationRefusedProps) {
  return (
    <>
      <PageHeader title={registrationTitle} back={back} />
      <EmptyState
        icon={IconLock}
        title={refused}
        action={
          <Button component={AppLink} href={back.href} variant="default">
            {back.label}へ戻る
          </Button>
        }
      >
        {children}
      </EmptyState>
    </>
  )
}
