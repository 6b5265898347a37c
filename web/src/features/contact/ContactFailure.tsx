import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { FormAlert } from '../../ui/FormAlert.tsx'
import { formatTime } from '../../ui/format.ts'

/** The message of spec §2, with the time of the next possible try or the request id. */
export function ContactFailure({ error }: { error: Error }) {
  const [now] = useState(() => Date.now())
  return (
    <FormAlert title="メッセージの送信に失敗しました。後でもう一度お試しください。">
      {details(error, now)}
    </FormAlert>
  )
}

function details(error: Error, now: number): string | null {
  if (!(error instanceof ApiError)) return null
  if (error.rateLimited) {
    // Adds a minute: the text has no seconds, and the shown time must not be too early.
    const at = new Date(now + ((error.retryAfter ?? 0) + 60) * 1000).toISOString()
    return `送信の回数が上限に達しました。${formatTime(at)}（日本時間）以降に送信できます。入力した内容はそのまま残っています。`
  }
  if (error.status === 0) return error.title
  return error.requestId && `お問い合わせ番号：${error.requestId}`
}
