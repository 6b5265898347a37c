import type { Signing, SigningQuestion } from '@kyc/contract/signing-schema.ts'
import { signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import { answerQuestion } from '@kyc/contract/signings.ts'
import { Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useRefused } from '../../../session/EditRefusal.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { Form } from '../../../ui/Form.tsx'
import { RuledList } from '../../../ui/RuledList.tsx'
import { Section } from '../../../ui/Section.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import text from '../../../ui/text.module.css'
import { showToast } from '../../../ui/toast.ts'
import { useFormCall } from '../../../ui/use-form-call.ts'
import { refreshSignings } from './signing-queries.ts'

/** The performer's questions, each with its answer or the field for it. */
export function Answers({ signing, mayAnswer }: { signing: Signing; mayAnswer: boolean }) {
  if (signing.questions.length === 0) return null
  return (
    <Section
      title="出演者からの質問"
      note={
        mayAnswer && signing.questions.some(({ answer }) => !answer) && '回答するまで、出演者は署名できません'
      }
    >
      <RuledList p="md">
        {signing.questions.map((question) => (
          <Stack key={question.id} component="li" gap={4}>
            <Text size="xs" c="dimmed">
              質問・
              <Timestamp at={question.at} />
            </Text>
            <p className={text.lines}>{question.text}</p>
            {question.answer ? (
              <>
                <Text size="xs" c="dimmed" mt={4}>
                  回答・
                  <Timestamp at={question.answer.at} />
                  {question.answer.by && `（${question.answer.by}）`}
                </Text>
                <p className={text.lines}>{question.answer.text}</p>
              </>
            ) : (
              mayAnswer && <AnswerForm signing={signing} question={question} />
            )}
          </Stack>
        ))}
      </RuledList>
    </Section>
  )
}

function AnswerForm({ signing, question }: { signing: Signing; question: SigningQuestion }) {
  const queries = useQueryClient()
  const refused = useRefused()
  const form = useFormCall({
    initial: { text: '' },
    schema: answerQuestion.body,
    body: ({ text: entered }) => ({ question: question.id, text: entered }),
    call: (body) => call(answerQuestion, { params: { id: signing.id }, body }),
    onDone: async () => {
      await refreshSignings(queries)
      showToast('回答を送りました')
    },
  })
  return (
    <Form
      state={form}
      gap="xs"
      failed="回答を送れませんでした"
      disabled={refused.disabled}
      foot={
        <div>
          <BusyButton type="submit" busy={form.busy} {...refused}>
            回答を送る
          </BusyButton>
        </div>
      }
    >
      <Textarea
        label="回答"
        aria-required
        description="出演者にメールで知らせ、署名のページに表示します。"
        autosize
        minRows={2}
        maxLength={signingLimits.questionChars}
        {...form.field('text')}
      />
    </Form>
  )
}
