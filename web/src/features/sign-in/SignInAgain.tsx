import { Button } from '@mantine/core'
import { paths } from '../../paths.ts'
import { LoginForm, useLogin } from './LoginForm.tsx'
import { SecondFactorStep } from './SecondFactorStep.tsx'
import classes from './SignInAgain.module.css'

/**
 * Signs in without leaving the page. Other ways to sign in leave the page of their tab, so they open another
 * one; the cover checks the session when the user returns. The second step is loaded with the page, so that it is not
 * missing after a release (D71).
 */
export function SignInAgain() {
  const { form, secondStep } = useLogin(async () => SecondFactorStep)
  if (secondStep) {
    const { Step, ...props } = secondStep
    return <Step {...props} title={<h2>二段階認証</h2>} />
  }
  return (
    <>
      <LoginForm form={form} linkTarget="_blank" />
      <Button
        className={classes.provider}
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
