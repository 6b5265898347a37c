import { ApiError } from '../../api/api-error.ts'
import { Alert } from '../../ui/mantine/Alert.ts'

const defaultMessage = '出演者情報の登録に失敗しました。サーバー側で問題が発生しています。'

export interface RegistrationErrorProps {
  error: Error
  stopped: boolean
}

/** The server's message, or a default one if it sent none (spec §8). */
export function RegistrationError({ error, stopped }: RegistrationErrorProps) {
  if (stopped) {
    return (
      <Alert color="gray" role="alert">
        送信を中止しました。入力した内容と選択した書類はそのまま残っています。
      </Alert>
    )
  }
  const reply = error instanceof ApiError && error.status > 0 ? error : undefined
  return (
    <Alert color="red" role="alert" title={reply?.fromServer ? reply.title : defaultMessage}>
      {error instanceof ApiError && !reply && error.title}
      {reply?.requestId && reply.status >= 500 && `お問い合わせ番号：${reply.requestId}`}
      {reply && reply.status < 500 && '入力した内容と選択した書類はそのまま残っています。'}
    </Alert>
  )
}
