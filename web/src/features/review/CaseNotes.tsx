import { limits } from '@kyc/contract/limits.ts'
import { addReviewNote, getReviewCase, type ReviewCaseDetail, type ReviewNote } from '@kyc/contract/review.ts'
import { Box, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { call } from '../../api/call.ts'
import { keyOf } from '../../api/queries.ts'
import { useSession } from '../../session/use-session.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Form } from '../../ui/Form.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'
import classes from './CaseNotes.module.css'

export interface CaseNotesProps {
  performerId: string
  /** Newest first. */
  notes: readonly ReviewNote[]
  field?: RefObject<HTMLInputElement | null>
}

/** What reviewers note about a performer; owners never see it. */
export function CaseNotes({ performerId, notes, field }: CaseNotesProps) {
  const { isAuditor } = useSession()
  const queries = useQueryClient()
  const params = { id: performerId }
  const form = useFormCall({
    initial: { text: '' },
    schema: addReviewNote.body,
    call: (body, idempotencyKey) => call(addReviewNote, { params, body, idempotencyKey }),
    onDone: (note, reset) => {
      queries.setQueryData<ReviewCaseDetail>(
        keyOf(getReviewCase, { params }),
        (detail) => detail && { ...detail, notes: [note, ...detail.notes] },
      )
      reset()
    },
  })
  return (
    <Box px="sm" py="xs">
      {!isAuditor && (
        <Form state={form} className={classes.form} failed="メモを追加できませんでした">
          <TextInput
            ref={field}
            aria-label="管理者用メモ"
            placeholder="登録者には非公開"
            maxLength={limits.textChars}
            {...form.field('text')}
          />
          <BusyButton type="submit" variant="default" busy={form.busy}>
            追加
          </BusyButton>
        </Form>
      )}
      {notes.length === 0 && (
        <Text mt="xs" fz="xs" c="dimmed">
          メモはありません
        </Text>
      )}
      <Stack component="ol" gap={0} className={classes.list}>
        {notes.map((note) => (
          <li key={note.id}>
            <Text style={{ whiteSpace: 'pre-wrap' }}>{note.text}</Text>
            <Text span fz="xs" c="dimmed">
              {note.by}・<Timestamp at={note.at} />
            </Text>
          </li>
        ))}
      </Stack>
    </Box>
  )
}
