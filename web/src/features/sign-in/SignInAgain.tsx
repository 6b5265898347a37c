import { Button, Title } from '@mantine/core'
import { paths } from '../../paths.ts'
import { LoginForm, useLogin } from './LoginForm.tsx'
import { SecondFactorStep } from './SecondFactorStep.tsx'

/**
 * Signs in without leaving the page. Other ways to sign in would leave the page, so they open another tab;
 * the cover checks the session when the user returns. The second step is loaded with the page, so that it is not
 * missing after a release (D71).
 */
export function SignInAgain() {
  const { form, secondStep } = useLogin(async () => SecondFactorStep)
  if (secondStep) {
    const { Step, ...props } = secondStep
    return <Step {...props} title={<Title order={2}>二段階認証</Title>} />
  }
  return (
    <>
      <LoginForm form={form} linkTarget="_blank" />
      <Button
        h="auto"
        mih={42}
        py="xs"
        styles={{ label: { whiteSpace: 'normal' } }}
        component="a"
        href={paths.firebaseLogin()}
        target="_blank"
        variant="default"
        size="md"
        fullWidth
      >
        動画サービスのアカウントでログイン（別のタブ）
      </Button>
    </>
  )
}
