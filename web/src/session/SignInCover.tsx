import { minute } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import classes from './SignInCover.module.css'
import { useAuth } from './use-session.ts'

/**
 * Covers a page with unsaved input until the same user signs in, here or in another tab. Shows nothing of
 * the page or its user. The page is discarded when another user signs in, after a time, or by the button.
 */
export function SignInCover({ children }: { children: ReactNode }) {
  const auth = useAuth()
  const dialog = useRef<HTMLDialogElement>(null)
  useReturnFocus()
  // In the top layer, which also covers open dialogs and makes everything below inert.
  useLayoutEffect(() => {
    const { scrollY } = window
    show(dialog.current)
    return () => void setTimeout(() => window.scrollTo(0, scrollY), 0)
  }, [])
  useEffect(() => {
    const end = Date.now() + limits.draftKept
    const discardAfterEnd = () => {
      if (Date.now() < end) return false
      auth.left(false)
      return true
    }
    const timer = setTimeout(discardAfterEnd, limits.draftKept)
    // Timers stop while a computer sleeps. The user may have signed in in another tab.
    const onVisible = () => {
      if (document.visibilityState === 'visible' && !discardAfterEnd()) void auth.check()
    }
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('focus', onVisible)
    window.addEventListener('beforeunload', warn)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('focus', onVisible)
      window.removeEventListener('beforeunload', warn)
    }
  }, [auth])
  return (
    <dialog
      ref={dialog}
      className={classes.cover}
      aria-labelledby="cover-title"
      onCancel={(event) => event.preventDefault()}
      // Browsers close a dialog on the second Esc although `onCancel` prevents it: shows it again.
      onClose={() => show(dialog.current)}
    >
      <title>ログイン｜本人確認管理システム</title>
      <Paper component="section" withBorder maw={424} mx="auto" p="card">
        <Stack>
          <Title id="cover-title" tabIndex={-1}>
            もう一度ログインしてください
          </Title>
          <p>
            ログインの有効期限が切れたか、別の画面でログアウトしました。入力した内容は残っています。同じアカウントでログインすると、続きから入力できます。
          </p>
          <Text size="xs" c="dimmed">
            別のアカウントでログインした場合と、{limits.draftKept / minute}
            分が過ぎた場合は、入力した内容を破棄します。
          </Text>
          {children}
          <Button variant="subtle" color="red" fullWidth onClick={() => auth.left(false)}>
            入力した内容を破棄して移動
          </Button>
        </Stack>
      </Paper>
    </dialog>
  )
}

/** Focuses the title: otherwise the button that discards the input has the focus until the form is loaded. */
function show(dialog: HTMLDialogElement | null): void {
  dialog?.showModal()
  dialog?.querySelector('h1')?.focus()
}
