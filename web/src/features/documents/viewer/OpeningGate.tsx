import { getOpening, giveOpeningReason } from '@kyc/contract/document-openings.ts'
import { limits } from '@kyc/contract/limits.ts'
import { Box, Group, Paper, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { call } from '../../../api/call.ts'
import { failedQuery } from '../../../api/failed-query.ts'
import { callQuery } from '../../../api/queries.ts'
import { useSession } from '../../../session/use-session.ts'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FieldLabel } from '../../../ui/FieldBadge.tsx'
import { Form } from '../../../ui/Form.tsx'
import { TextSkeleton } from '../../../ui/Skeletons.tsx'
import { useFormCall } from '../../../ui/use-form-call.ts'

interface OpeningGateProps {
  performerId: string
  /** The documents, which fetch their pictures as soon as they are rendered. */
  children: ReactNode
}

/** Shows the documents of a performer; to an auditor only while the reason that it gave is valid (D67). */
export function OpeningGate({ performerId, children }: OpeningGateProps) {
  const { isAuditor } = useSession()
  return isAuditor ? <AuditorGate performerId={performerId}>{children}</AuditorGate> : children
}

function AuditorGate({ performerId, children }: OpeningGateProps) {
  const opening = useOpening(performerId)
  if (opening.isPending) return <TextSkeleton lines={4} />
  if (!opening.data) return <ErrorState title="閲覧の理由を確認できませんでした" {...failedQuery(opening)} />
  return isOver(opening) ? <ReasonForm performerId={performerId} /> : children
}

interface WhileOpenedProps extends OpeningGateProps {
  /** The reason is no longer valid. */
  readonly onOver: () => void
}

/** Closes what an auditor opened above the gate, such as a document in full size, when the reason expires. */
export function WhileOpened({ performerId, onOver, children }: WhileOpenedProps) {
  const { isAuditor } = useSession()
  if (!isAuditor) return children
  return (
    <ForAuditor performerId={performerId} onOver={onOver}>
      {children}
    </ForAuditor>
  )
}

function ForAuditor({ performerId, onOver, children }: WhileOpenedProps) {
  const over = isOver(useOpening(performerId))
  const close = useEffectEvent(onOver)
  useEffect(() => {
    if (over) close()
  }, [over])
  return over ? null : children
}

/** The server decides when the reason expires. Without its reply, no document is shown after the last `until`. */
function isOver({ data, isError }: Pick<ReturnType<typeof useOpening>, 'data' | 'isError'>): boolean {
  const until = data?.until ?? null
  return until === null || (isError && Date.parse(until) <= Date.now())
}

/** Refetched when the reason expires, so that the form appears again. */
function useOpening(performerId: string) {
  return useQuery({
    ...callQuery(getOpening, { params: { id: performerId } }),
    refetchInterval: ({ state: { data } }) =>
      data?.until ? Math.max(1000, Date.parse(data.until) - Date.now()) : false,
    refetchIntervalInBackground: true,
  })
}

function ReasonForm({ performerId }: Pick<OpeningGateProps, 'performerId'>) {
  const queries = useQueryClient()
  const params = { id: performerId }
  const form = useFormCall({
    initial: { reason: '' },
    schema: giveOpeningReason.body,
    call: (body) => call(giveOpeningReason, { params, body }),
    onDone: (opening) => queries.setQueryData(callQuery(getOpening, { params }).queryKey, opening),
  })
  return (
    <Paper withBorder p={20}>
      <Box maw={560}>
        <Form
          state={form}
          gap="sm"
          foot={
            <Group>
              <BusyButton type="submit" busy={form.busy}>
                書類を表示
              </BusyButton>
            </Group>
          }
        >
          <p>理由を入力すると、この出演者の書類を15分間表示できます。理由は監査ログに記録されます。</p>
          <Textarea
            size="md"
            label={<FieldLabel kind="required">閲覧の理由</FieldLabel>}
            aria-label="閲覧の理由"
            aria-required
            rows={3}
            maxLength={limits.textChars}
            {...form.field('reason')}
          />
        </Form>
      </Box>
    </Paper>
  )
}
