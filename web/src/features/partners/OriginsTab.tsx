import type { Partner } from '@kyc/contract/partners.ts'
import { Box, Button, Group, Paper, Text } from '@mantine/core'
import { useId } from 'react'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { useDraft } from '../../ui/drafts.ts'
import { Form } from '../../ui/Form.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'
import { OriginFields } from './PartnerFields.tsx'
import { originsOf, originText } from './partner-values.ts'
import { partnerChanges, useUpdatePartner } from './use-update-partner.ts'

/** Allowed origins for callbacks, redirects and referrers. */
export function OriginsTab({ partner }: { partner: Partner }) {
  const form = useFormCall({
    initial: { ...originText(partner), version: partner.version },
    schema: partnerChanges,
    body: ({ version, ...values }) => ({ ...originsOf(values), version }),
    call: useUpdatePartner(partner),
    onDone: (_, reset) => reset(),
  })
  const whyId = useId()
  const changed = JSON.stringify(originsOf(form.values)) !== JSON.stringify(originsOf(form.before))
  useDraft(changed)
  return (
    <Paper component="section" withBorder aria-label="許可する送信先">
      <Box maw={640} p="md">
        <Form
          state={form}
          disabled={!changed}
          failed="更新できませんでした"
          foot={
            <Group justify="flex-end" gap="sm" mt="xs">
              <Text span id={whyId} fz="xs" c="dimmed">
                {!changed && '変更はありません'}
              </Text>
              <Button
                variant="default"
                disabled={!changed || form.busy}
                aria-describedby={whyId}
                onClick={form.reset}
              >
                元に戻す
              </Button>
              <BusyButton type="submit" disabled={!changed} busy={form.busy} aria-describedby={whyId}>
                保存
              </BusyButton>
            </Group>
          }
        >
          <OriginFields {...form} />
        </Form>
      </Box>
      <LeaveGuard title="変更の破棄" cancel="入力に戻る" losesWork={() => changed}>
        このページを離れると、保存していない送信先の変更は失われます。
      </LeaveGuard>
    </Paper>
  )
}
