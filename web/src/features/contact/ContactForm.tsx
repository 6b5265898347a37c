import { sendInquiry } from '@kyc/contract/contact.ts'
import { limits } from '@kyc/contract/limits.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { fieldErrors } from '../../api/failure-text.ts'
import { FieldBadge } from '../../ui/FieldBadge.tsx'
import { IconSend } from '../../ui/icons.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { Textarea } from '../../ui/mantine/Textarea.ts'
import { TextInput } from '../../ui/mantine/TextInput.ts'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { ContactFailure } from './ContactFailure.tsx'
import classes from './contact.module.css'
import { type ContactField, contactFaults, contactFields } from './contact-form.ts'

export interface ContactFormProps {
  /** Initial values from the signed-in account and the link. They may change until the field is edited. */
  defaults: { name: string; email: string; subject: string }
  onSent: () => void
}

/** The four fields of spec §5. Input stays after a failure. */
export function ContactForm({ defaults, onSent }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Partial<Record<ContactField, string>>>({})
  const [website, setWebsite] = useState('')
  const [faults, setFaults] = useState<Partial<Record<ContactField, string>>>({})
  const values = { message: '', ...defaults, ...typed }
  const idempotencyKey = useIdempotencyKey([values, website])
  const send = useMutation({
    mutationFn: () => call(sendInquiry, { body: { ...values, website }, idempotencyKey }),
    onSuccess: onSent,
    onError: (error) => focusFirst(fieldErrors(error)),
  })
  const focusFirst = (invalid: Partial<Record<string, string>>) => {
    const field = contactFields.find((candidate) => invalid[candidate])
    form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (send.isPending) return
    const invalid = contactFaults(values)
    setFaults(invalid)
    if (Object.keys(invalid).length > 0) focusFirst(invalid)
    else send.mutate()
  }
  const serverErrors: Partial<Record<string, string>> = fieldErrors(send.error)
  const field = (name: ContactField, label: string) => ({
    size: 'md' as const,
    name,
    label: (
      <>
        {label} <FieldBadge kind="required" />
      </>
    ),
    'aria-required': true,
    value: values[name],
    error: faults[name] ?? serverErrors[name],
    readOnly: send.isPending,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setTyped({ ...typed, [name]: currentTarget.value })
      setFaults({ ...faults, [name]: undefined })
    },
  })
  return (
    <form ref={form} onSubmit={submit} noValidate className={classes.form}>
      {send.isError && !contactFields.some((candidate) => serverErrors[candidate]) && (
        <ContactFailure error={send.error} />
      )}
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
      <Honeypot value={website} onChange={setWebsite} />
      <Button
        type="submit"
        size="md"
        className={classes.submit}
        leftSection={<IconSend size={17} />}
        disabled={send.isPending}
      >
        {send.isPending ? '送信中...' : '送信'}
      </Button>
    </form>
  )
}

/** A honeypot for bots, hidden from display, keyboard and screen readers (D43). */
function Honeypot({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className={classes.honeypot} aria-hidden>
      <label>
        Website
        <input
          name="website"
          tabIndex={-1}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </label>
    </div>
  )
}
