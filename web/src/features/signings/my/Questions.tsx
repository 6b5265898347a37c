import type { PageSession } from '@kyc/contract/page-session.ts'
import { askQuestion } from '@kyc/contract/performer-page.ts'
import { signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import { Button, Stack, Text, Textarea, Title } from '@mantine/core'
import { IconMessageQuestion } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { call } from '../../../api/call.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import text from '../../../ui/text.module.css'
import { StepCard } from '../../performer-links/frame/Step.tsx'
import { useLinkCall } from '../../performer-links/frame/use-link-call.ts'
import type { SigningCalls } from './page-calls.ts'
import { useTexts } from './use-texts.ts'

/** The questions with their answers, and a new one until the signature. */
export function Questions(calls: SigningCalls) {
  const texts = useTexts()
  const { questions, signedAt } = calls.signing
  const [sent, setSent] = useState(false)
  return (
    <>
      <div role="status">{sent && <Alert tone="ok" role="presentation" title={texts.asked} />}</div>
      {questions.length > 0 && (
        <StepCard>
          <Title order={2} size="h3">
            {texts.questionsHead}
          </Title>
          <Stack component="ul" gap="md">
            {questions.map((question) => (
              <li key={question.id}>
                <Text size="xs" c="dimmed">
                  {texts.questionAt(question.at)}
                </Text>
                <p className={text.lines}>{question.text}</p>
                <Text size="xs" c="dimmed" mt={4}>
                  {question.answer ? texts.answerAt(question.answer.at) : texts.noAnswer}
                </Text>
                {question.answer && <p className={text.lines}>{question.answer.text}</p>}
              </li>
            ))}
          </Stack>
        </StepCard>
      )}
      {signedAt === null && questions.length < signingLimits.questions && <Ask {...calls} onSent={setSent} />}
    </>
  )
}

function Ask({
  session,
  signing,
  onSession,
  onError,
  onSent,
}: SigningCalls & { onSent: (sent: boolean) => void }) {
  const texts = useTexts()
  const [open, setOpen] = useState(false)
  const [question, setQuestion] = useState('')
  const [missing, setMissing] = useState(false)
  const asking = useLinkCall(
    () =>
      call(askQuestion, { params: { id: session.id, signing: signing.id }, body: { text: question.trim() } }),
    (next: PageSession) => {
      setQuestion('')
      setOpen(false)
      onSent(true)
      onSession(next)
    },
    onError,
  )
  const isEmpty = question.trim() === ''
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isEmpty) setMissing(true)
    else asking.run(undefined)
  }
  if (!open)
    return (
      <Button
        variant="default"
        fullWidth
        leftSection={<IconMessageQuestion size={18} />}
        onClick={() => {
          onSent(false)
          setMissing(false)
          setOpen(true)
        }}
      >
        {texts.askHead}
      </Button>
    )
  return (
    <form onSubmit={submit} noValidate>
      <StepCard>
        <Title order={2} size="h3">
          {texts.askHead}
        </Title>
        <Text size="sm">{texts.askLead}</Text>
        <Textarea
          label={texts.askLabel}
          autosize
          minRows={3}
          maxLength={signingLimits.questionChars}
          autoFocus
          value={question}
          error={missing && isEmpty && texts.askMissing}
          onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
        />
        {asking.error && <Alert title={asking.error} />}
        <BusyButton type="submit" fullWidth busy={asking.busy}>
          {texts.askSend}
        </BusyButton>
        <Button variant="default" fullWidth disabled={asking.busy} onClick={() => setOpen(false)}>
          {texts.cancel}
        </Button>
      </StepCard>
    </form>
  )
}
