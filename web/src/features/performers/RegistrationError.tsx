import { Alert } from '@mantine/core'
import '@mantine/core/styles/Alert.css'
import { ApiError } from '../../api/api-error.ts'

const noMessage = '出演者情報の登録に失敗しました。サーバー側で問題が発生しています。'

export interface RegistrationErrorProps {
  error: Error
  stopped: boolean
}

/** spec §8: the message of the server, or ours where it gave none. What was typed and dropped stays. */
export function RegistrationError({ error, stopped }: RegistrationErrorProps) {
  if (stopped) {
    return (
      <Alert color="gray" role="alert">
        送信を中止しました。入力した内容と選択した書類はそのまま残っています。
      </Alert>
    )
  }
  const answered = error instanceof ApiError && error.status > 0 ? error : undefined
  return (
    <Alert color="red" role="alert" title={answered?.fromServer ? answered.title : noMessage}>
      {error instanceof ApiError && !answered && error.title}
      {answered?.requestId && answered.status >= 500 && `お問い合わせ番号：${answered.requestId}`}
      {answered && answered.status < 500 && '入力した内容と選択した書類はそのまま残っています。'}
    </Alert>
  )
}
