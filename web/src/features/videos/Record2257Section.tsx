import {
  getRecord2257,
  type Record2257,
  saveProducer,
  statementHtml,
  statementText,
} from '@kyc/contract/records-2257.ts'
import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { callQuery, keyOf } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { useRefused } from '../../session/EditRefusal.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'

interface Record2257Props {
  video: { readonly id: string; readonly organisation: { readonly id: string } }
}

/** The statement of 18 U.S.C. 2257 to place with a video, and its primary producer (D109). */
export function Record2257Section({ video }: Record2257Props) {
  const { id } = video
  const refused = useRefused()
  const [open, setOpen] = useState(false)
  useReturnFocus(open)
  const record = useQuery(callQuery(getRecord2257, { params: { id } }))
  return (
    <Section
      title="18 U.S.C. 2257（米国）"
      action={
        record.data && (
          <Button
            variant="default"
            leftSection={<IconPencil size={17} />}
            {...refused}
            onClick={() => setOpen(true)}
          >
            一次制作者を変更
          </Button>
        )
      }
    >
      <Stack p="md" gap="sm">
        {record.isPending && <TextSkeleton lines={3} />}
        {record.isError && !record.data && (
          <ErrorState title="2257の記録を取得できませんでした" {...failedQuery(record)} />
        )}
        {record.data && (
          <>
            <Facts
              facts={[
                [
                  '一次制作者',
                  record.data.producer
                    ? `${record.data.producer.name}、${record.data.producer.address}`
                    : 'この組織',
                ],
              ]}
            />
            <Statement record={record.data} organisation={video.organisation.id} />
          </>
        )}
      </Stack>
      {open && record.data && <ProducerDialog id={id} record={record.data} onClose={() => setOpen(false)} />}
    </Section>
  )
}

function Statement({ record, organisation }: { record: Record2257; organisation: string }) {
  const [text, html] = [statementText(record), statementHtml(record)]
  if (text === undefined || html === undefined)
    return (
      <Text c="dimmed">
        サイトに表示する文を作成するには、
        {record.custodian === null && (
          <>
            <AppLink href={paths.organisation({ organisation })}>組織の画面</AppLink>で記録保管者を、
          </>
        )}
        {record.producedOn.length === 0 && '「撮影」で撮影した日を、'}
        入力してください。
      </Text>
    )
  return (
    <Stack gap="xs">
      <span>サイトに表示する文</span>
      <Code block lang="en" style={{ whiteSpace: 'pre-wrap' }}>
        {text}
      </Code>
      <Group gap="xs">
        <CopyButton worded value={text} label="文をコピー" />
        <CopyButton worded value={html} label="HTMLをコピー" />
      </Group>
    </Stack>
  )
}

interface ProducerDialogProps {
  id: string
  record: Record2257
  onClose: () => void
}

function ProducerDialog({ id, record: { producer, version }, onClose }: ProducerDialogProps) {
  const queries = useQueryClient()
  const form = useFormCall({
    initial: { ...(producer ?? { name: '', address: '' }), version },
    schema: saveProducer.body,
    call: (body) => call(saveProducer, { params: { id }, body }),
    onDone: (saved) => {
      queries.setQueryData(keyOf(getRecord2257, { params: { id } }), saved)
      onClose()
      showToast('一次制作者を変更しました')
    },
  })
  return (
    <FormDialog
      title="一次制作者"
      submit="保存"
      disabledReason={form.unsaved ? undefined : '変更はありません'}
      failed="保存できませんでした"
      state={form}
      onClose={onClose}
    >
      <p>
        ほかの会社が制作した動画のときだけ、英語で入力してください。両方を空にすると、この組織になります。
      </p>
      <TextInput size="md" label="名称" data-autofocus {...form.field('name')} />
      <TextInput size="md" label="住所" {...form.field('address')} />
    </FormDialog>
  )
}
