import { ApiError } from '../../api/api-error.ts'
import { fieldFailures } from '../../api/failure-text.ts'
import { Alert } from '../../ui/Alert.tsx'
import bar from '../../ui/bar.module.css'
import type { RegistrationForm } from './registration-form.ts'
import { errorCount } from './required-items.ts'

const defaultMessage = '出演者情報の登録に失敗しました。サーバー側で問題が発生しています。'

export interface RegistrationErrorProps {
  error: Error | null
  /** Sending was stopped by the user. */
  stopped: boolean
}

/** Why the form was not sent, above the buttons. */
export function RegistrationError(props: RegistrationErrorProps & { form: RegistrationForm }) {
  const alert = alertOf(props)
  return alert && <div className={bar.error}>{alert}</div>
}

/**
 * The server's message, or a default one if it sent none. Errors of fields and files are shown next to these; the
 * alert only counts the errors that are not corrected yet.
 */
function alertOf({ error, stopped, form }: RegistrationErrorProps & { form: RegistrationForm }) {
  if (stopped) {
    return (
      <Alert tone="neutral" role="alert">
        送信を中止しました。入力した内容と選択した書類はそのまま残っています。
      </Alert>
    )
  }
  if (!error) return null
  if (fieldFailures(error).length > 0) {
    const count = errorCount(form)
    if (count === 0) return null
    return (
      <Alert title={`確認が必要な項目が${count}件あります`}>
        ほかの入力内容と書類はそのまま残っています。
      </Alert>
    )
  }
  const reply = error instanceof ApiError && error.status > 0 ? error : undefined
  return (
    <Alert title={reply?.fromServer ? reply.title : defaultMessage}>
      {error instanceof ApiError && !reply && error.title}
      {reply?.requestId && reply.status >= 500 && `お問い合わせ番号：${reply.requestId}`}
      {reply && reply.status < 500 && '入力した内容と選択した書類はそのまま残っています。'}
    </Alert>
  )
}
