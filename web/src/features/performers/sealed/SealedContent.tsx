import { minute } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import {
  getSealedPerformer,
  giveSealedReason,
  type SealedPerformer,
} from '@kyc/contract/sealed-performers.ts'
import { Box, Group, Stack } from '@mantine/core'
import { IconLockOpen } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { callQuery } from '../../../api/queries.ts'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Section } from '../../../ui/Section.tsx'
import { useFormCall } from '../../../ui/use-form-call.ts'
import { SubjectExportButton } from '../../subjects/SubjectExportButton.tsx'
import { ReasonField } from '../ReasonField.tsx'
import { OpenedRecord } from './OpenedRecord.tsx'
import { Remaining } from './Remaining.tsx'

export interface SealedContentProps {
  record: SealedPerformer
  refetchFailed: boolean
}

/** The form for the reason or, while the reason is valid, the content. */
export function SealedContent({ record: { id, openUntil }, refetchFailed }: SealedContentProps) {
  const [justOpened, setJustOpened] = useState(false)
  // The server decides when the opening ends. Without its reply, the content is hidden after `openUntil`.
  const over = openUntil === null || (refetchFailed && Date.parse(openUntil) <= Date.now())
  return (
    <Section
      title="記録の内容"
      action={
        !over && (
          <>
            <Remaining until={openUntil} />
            <SubjectExportButton performerId={id} sealed />
          </>
        )
      }
    >
      <Box p="md">
        {over ? (
          <OpeningForm id={id} onOpened={() => setJustOpened(true)} />
        ) : (
          <OpenedRecord id={id} autoFocus={justOpened} />
        )}
      </Box>
    </Section>
  )
}

function OpeningForm({ id, onOpened }: { id: string; onOpened: () => void }) {
  const queries = useQueryClient()
  const params = { id }
  const form = useFormCall({
    initial: { reason: '' },
    schema: giveSealedReason.body,
    call: (body) => call(giveSealedReason, { params, body }),
    onDone: ({ until }) => {
      onOpened()
      queries.setQueryData(
        callQuery(getSealedPerformer, { params }).queryKey,
        (record: SealedPerformer | undefined) => record && { ...record, openUntil: until },
      )
    },
  })
  return (
    <Form
      state={form}
      foot={
        <Group>
          <BusyButton type="submit" leftSection={<IconLockOpen size={17} />} busy={form.busy}>
            封印した記録を開く
          </BusyButton>
        </Group>
      }
    >
      <Stack gap="sm" maw={560}>
        <p>
          理由を入力すると、この記録を{limits.opening / minute}
          分間表示できます。理由と閲覧は監査ログに残ります。
        </p>
        <ReasonField label="記録を開く理由" {...form.field('reason')} />
      </Stack>
    </Form>
  )
}
