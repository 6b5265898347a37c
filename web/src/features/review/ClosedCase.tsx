import { reopenCase } from '@kyc/contract/case-decisions.ts'
import { caseClosureLabels } from '@kyc/contract/case-vocabulary.ts'
import { wordOf } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { Button, Textarea } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'
import { closedCaseId } from '../documents/closed-case.ts'
import { refreshPerformers } from '../documents/refresh-performers.ts'

/** For admins: why the case is closed, and its reopening. Empty for an open one. */
export function ClosedCase({ performer }: { performer: Performer }) {
  const [open, setOpen] = useState(false)
  if (!performer.caseClosed) return null
  return (
    <Alert tone="wait" icon={IconLock} id={closedCaseId} title="この出演者の審査は終了しています" mb={16}>
      理由：{wordOf(caseClosureLabels, performer.caseClosed)}。再開するまで、再提出と審査はできません。
      <div>
        <Button variant="default" mt={8} onClick={() => setOpen(true)}>
          審査を再開
        </Button>
      </div>
      {open && <ReopenDialog id={performer.id} onClose={() => setOpen(false)} />}
    </Alert>
  )
}

function ReopenDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useFormCall({
    initial: { reason: '' },
    schema: reopenCase.body,
    call: (body) => call(reopenCase, { params: { id }, body }),
    onDone: async () => {
      await refreshPerformers(queries)
      onClose()
    },
  })
  return (
    <FormDialog
      title="審査を再開"
      submit="再開する"
      failed="審査を再開できませんでした"
      state={form}
      onClose={onClose}
    >
      <p>再提出の回数は0回に戻り、登録した方にメールでお知らせします。</p>
      <Textarea
        size="md"
        label={<FieldLabel kind="required">再開の理由</FieldLabel>}
        aria-label="再開の理由"
        aria-required
        description="監査ログに残ります。"
        rows={3}
        maxLength={limits.textChars}
        data-autofocus
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
