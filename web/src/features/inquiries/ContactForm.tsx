import { sendInquiry } from '@kyc/contract/contact.ts'
import { limits } from '@kyc/contract/limits.ts'
import { Group, Textarea, TextInput } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { Form } from '../../ui/Form.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'
import { Honeypot } from './Honeypot.tsx'
import { retryTime } from './retry-time.ts'

export interface ContactFormProps {
  /** Initial values from the signed-in account and the link. They may change until the first edit. */
  defaults: { name: string; email: string; subject: string }
  onSent: () => void
}

/** The four fields of spec §5. Input stays after a failure. */
export function ContactForm({ defaults, onSent }: ContactFormProps) {
  const form = useFormCall({
    initial: { message: '', website: '', ...defaults },
    schema: sendInquiry.body,
    call: (body, idempotencyKey) => call(sendInquiry, { body, idempotencyKey }),
    onDone: onSent,
    textOf: detailsOf,
  })
  const field = (name: 'name' | 'email' | 'subject' | 'message', label: string) => ({
    size: 'md' as const,
    label: <FieldLabel kind="required">{label}</FieldLabel>,
    'aria-required': true,
    ...form.field(name),
  })
  return (
    <Form
      state={form}
      failed="メッセージの送信に失敗しました。後でもう一度お試しください。"
      foot={
        <Group>
          <BusyButton
            type="submit"
            size="md"
            miw={160}
            leftSection={<IconSend size={17} />}
            busy={form.busy}
            busyText="送信中..."
          >
            送信
          </BusyButton>
        </Group>
      }
    >
      <TextInput {...field('name', '氏名')} autoComplete="name" maxLength={limits.nameChars} />
      <TextInput
        {...field('email', 'メールアドレス')}
        type="email"
        autoComplete="email"
        maxLength={limits.emailChars}
      />
      <TextInput {...field('subject', '件名')} autoComplete="off" maxLength={limits.inquirySubjectChars} />
      <Textarea
        {...field('message', 'メッセージ')}
        description={`${limits.inquiryMessageChars}文字まで。書類の画像や個人番号は記入しないでください。`}
        rows={8}
      />
      <Honeypot value={form.values.website} onChange={(website) => form.change({ website })} />
    </Form>
  )
}

/** Details of a failure, such as when the form can be sent again, or the request id. */
function detailsOf(error: Error): string {
  if (!(error instanceof ApiError)) return ''
  if (error.rateLimited)
    return `送信の回数が上限に達しました。${retryTime(error)}（日本時間）以降に送信できます。入力した内容はそのまま残っています。`
  if (error.status === 0) return error.title
  return error.requestId ? `お問い合わせ番号：${error.requestId}` : ''
}
