import { limits } from '@kyc/contract/limits.ts'
import { nameTakedownPerformer, type Takedown } from '@kyc/contract/takedowns.ts'
import { listVideoPerformers } from '@kyc/contract/videos.ts'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { pageQuery } from '../../api/queries.ts'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { Message } from '../inquiries/Message.tsx'
import { useTakedownAct } from './takedown-queries.ts'

interface NamePerformerDialogProps {
  takedown: Takedown
  videoId: string
  onClose: () => void
}

/** Names which performer of the title a request concerns, such as a notice of the public form. */
export function NamePerformerDialog({ takedown, videoId, onClose }: NamePerformerDialogProps) {
  const act = useTakedownAct(takedown)
  const query = { limit: limits.page.maximum }
  const performers = useQuery(pageQuery(listVideoPerformers, { params: { id: videoId }, query }))
  const form = useFormCall({
    initial: { performerId: takedown.performer?.id ?? '' },
    schema: nameTakedownPerformer.body,
    body: ({ performerId }) => ({ performerId, version: takedown.version }),
    call: (body) => act(() => call(nameTakedownPerformer, { params: { id: takedown.id }, body })),
    onDone: () => {
      onClose()
      showToast('出演者を指定しました')
    },
  })
  const choices = performers.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <FormDialog
      title="出演者の指定"
      submit="指定する"
      failed="指定できませんでした"
      disabledReason={form.values.performerId === '' ? '出演者を選択してください' : undefined}
      state={form}
      onClose={onClose}
    >
      <p>
        この申し出が、作品のどの出演者についてのものかを記録します。ご本人への開示と、記録の保管の期限に反映されます。
      </p>
      {takedown.text && <Message>{takedown.text}</Message>}
      <NativeSelect
        size="md"
        label={<FieldLabel kind="required">出演者</FieldLabel>}
        aria-label="出演者"
        aria-required
        data={[
          { value: '', label: performers.isPending ? '読み込んでいます' : '選択してください' },
          ...choices,
        ]}
        value={form.values.performerId}
        error={performers.error ? failureText(performers.error) : form.errors.performerId}
        onChange={(event) => form.change({ performerId: event.currentTarget.value })}
        data-autofocus
      />
    </FormDialog>
  )
}
