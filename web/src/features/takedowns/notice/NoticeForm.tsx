import { limits } from '@kyc/contract/limits.ts'
import { kindsByPerson, type TakedownKind } from '@kyc/contract/takedown-vocabulary.ts'
import { sendTakedownNotice } from '@kyc/contract/takedowns.ts'
import { Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { failureText } from '../../../api/failure-text.ts'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { Choices } from '../../../ui/Choices.tsx'
import { FieldLabel } from '../../../ui/FieldBadge.tsx'
import { Form } from '../../../ui/Form.tsx'
import type { PageLanguage } from '../../../ui/page-language.ts'
import { useFormCall } from '../../../ui/use-form-call.ts'
import { Honeypot } from '../../inquiries/Honeypot.tsx'
import { retryTime } from '../../inquiries/retry-time.ts'
import classes from './Notice.module.css'
import type { SentNotice } from './NoticeSent.tsx'
import type { NoticeTexts } from './texts-ja.ts'

interface NoticeFormProps {
  language: PageLanguage
  texts: NoticeTexts
  onSent: (sent: SentNotice) => void
}

/** Kind and title are all that is needed. Input stays after a failure, and when the language changes. */
export function NoticeForm({ language, texts, onSent }: NoticeFormProps) {
  const form = useFormCall({
    initial: { kind: null as TakedownKind | null, title: '', name: '', email: '', text: '', website: '' },
    schema: sendTakedownNotice.body,
    body: ({ email, ...values }) => ({ ...values, email: email.trim() || null }),
    call: async (body, idempotencyKey): Promise<SentNotice> => {
      const { number } = await call(sendTakedownNotice, { body, idempotencyKey })
      return { number, kind: body.kind }
    },
    onDone: onSent,
    textOf: (error) => detailsOf(error, language, texts),
  })
  // The messages of the contract are only in Japanese.
  const faults = {
    title: texts.workMissing,
    email: texts.emailInvalid,
    name: texts.failed,
    text: texts.failed,
  }
  const field = (name: keyof typeof faults, label: string, kind: 'required' | 'optional') => {
    const { error, ...props } = form.field(name)
    return {
      size: 'md' as const,
      label: (
        <FieldLabel kind={kind} word={texts[kind]}>
          {label}
        </FieldLabel>
      ),
      'aria-label': label,
      'aria-required': kind === 'required' || undefined,
      error: error && (language === 'ja' ? error : faults[name]),
      ...props,
    }
  }
  return (
    <Stack w="100%" maw={560} mx="auto">
      <Title>{texts.title}</Title>
      <div>
        <p>{texts.lead}</p>
        <p>
          <strong>{texts.noReasons}</strong>
        </p>
      </div>
      <Stack className={classes.card}>
        <Form
          state={form}
          gap="lg"
          failed={texts.failedTitle}
          {...(language === 'en' && { lang: 'en' })}
          foot={
            <BusyButton
              type="submit"
              size="md"
              fullWidth
              leftSection={<IconSend size={17} />}
              busy={form.busy}
              busyText={texts.sending}
            >
              {texts.send}
            </BusyButton>
          }
        >
          <Choices
            legend={
              <>
                <FieldLabel kind="required" word={texts.required}>
                  {texts.kind}
                </FieldLabel>
                <Text span display="block" size="xs" c="dimmed" fw={400} mt={2}>
                  {texts.kindHint}
                </Text>
              </>
            }
            options={kindsByPerson.flatMap((kind) => {
              const words = texts.kinds[kind]
              return words ? [{ value: kind, ...words }] : []
            })}
            value={form.values.kind}
            onChange={(kind) => form.change({ kind })}
            error={form.errors.kind && texts.kindMissing}
          />
          <TextInput
            {...field('title', texts.work, 'required')}
            description={texts.workHint}
            autoComplete="off"
            maxLength={limits.publications.addressChars}
          />
          <TextInput
            {...field('name', texts.name, 'optional')}
            description={texts.nameHint}
            autoComplete="off"
            maxLength={limits.fullNameChars}
          />
          <TextInput
            {...field('email', texts.email, 'optional')}
            description={texts.emailHint}
            type="email"
            autoComplete="email"
            maxLength={limits.emailChars}
          />
          <Textarea
            {...field('text', texts.message, 'optional')}
            description={texts.messageHint}
            rows={4}
            maxLength={limits.textChars}
          />
          <Honeypot value={form.values.website} onChange={(website) => form.change({ website })} />
        </Form>
      </Stack>
    </Stack>
  )
}

/** The time of the next possible try, the message in Japanese, or the request id. */
function detailsOf(error: Error, language: PageLanguage, texts: NoticeTexts): string {
  if (!(error instanceof ApiError)) return texts.failed
  if (error.rateLimited) return texts.limited(retryTime(error))
  if (language === 'ja') return failureText(error)
  return error.requestId ? `${texts.failed} ${texts.requestId(error.requestId)}` : texts.failed
}
