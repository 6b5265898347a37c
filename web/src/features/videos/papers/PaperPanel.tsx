import { isDay } from '@kyc/contract/dates.ts'
import { paperTypeLabels } from '@kyc/contract/labels.ts'
import { type PaperCheckId, paperChecks } from '@kyc/contract/paper-checks.ts'
import { type Paper, verifyPaper } from '@kyc/contract/papers.ts'
import { problems } from '@kyc/contract/problems.ts'
import { type Seen, seenFault } from '@kyc/contract/review-checks.ts'
import type { VideoFacts } from '@kyc/contract/title-facts.ts'
import { Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { failureText, fieldErrors } from '../../../api/failure-text.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { focusFault } from '../../../ui/focus-fault.ts'
import { useKeys } from '../../../ui/use-key.ts'
import { DayField } from '../../documents/DayField.tsx'
import panel from '../../review/ReviewPanel.module.css'
import { EnteredFacts } from './EnteredFacts.tsx'
import { numberedChecks, PaperChecks } from './PaperChecks.tsx'
import { refreshPapers } from './paper-queries.ts'
import { RejectPaperDialog } from './RejectPaperDialog.tsx'

/** What a reviewer has entered about a paper. */
export interface PaperDraft {
  readonly signedOn: string
  readonly failed: readonly PaperCheckId[]
}
export const emptyDraft: PaperDraft = { signedOn: '', failed: [] }

interface PaperPanelProps {
  paper: Paper
  facts: VideoFacts
  seen: Seen
  draft: PaperDraft
  onChange: (draft: PaperDraft) => void
  /** The next paper is shown when this resolves. */
  onDecided: (decision: '承認' | '差し戻') => Promise<unknown>
}

/** What was entered, what the reviewer confirms, and the decision, next to the paper. */
export function PaperPanel({ paper, facts, seen, draft, onChange, onDecided }: PaperPanelProps) {
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [rejecting, setRejecting] = useState(false)
  const [tries, setTries] = useState(0)
  const titleId = useId()
  const whyId = useId()
  const isContract = paper.type === 'contract'
  const covered = facts.category === null || facts.category === 'covered'
  const checks = paperChecks(paper.type, covered)
  const version = facts.appearances.find(({ performerId }) => performerId === paper.performerId)?.version
  const params = { id: paper.videoId, performerId: paper.performerId, type: paper.type }
  const verify = useMutation({
    mutationFn: () =>
      call(verifyPaper, {
        params,
        ifMatch: paper.version,
        body: {
          ...(isContract ? { signedOn: draft.signedOn } : {}),
          seen: { ...seen, pages: [...seen.pages] },
          checks: checks.map(({ id }) => id),
          factsVersion: version ?? 0,
          shownStatus: paper.status,
        },
      }),
    onSuccess: () => onDecided('承認'),
    onError: async (error) => {
      if (error instanceof ApiError && error.status === 409) await refreshPapers(queries)
    },
  })
  const errors = fieldErrors(verify.error)
  const missing =
    seenFault(paper.type, paper.pages, seen) ??
    (draft.failed.length > 0 ? '「問題あり」の項目があります。差し戻してください。' : undefined) ??
    (isContract && !isDay(draft.signedOn) ? '契約書に記載された契約日を入力してください。' : undefined)
  useEffect(() => {
    if (tries > 0) focusFault(form.current)
  }, [tries])
  const approve = () => {
    setTries((count) => count + 1)
    if (!missing && !verify.isPending) verify.mutate()
  }
  const refusal = paper.ownWork ? problems.FOUR_EYES.title : undefined
  const toggle = (id: PaperCheckId) =>
    onChange({
      ...draft,
      failed: draft.failed.includes(id) ? draft.failed.filter((each) => each !== id) : [...draft.failed, id],
    })
  useKeys({
    a: refusal ? undefined : approve,
    r: refusal ? undefined : () => setRejecting(true),
    d: () => form.current?.querySelector<HTMLInputElement>('input')?.focus(),
    ...Object.fromEntries(
      numberedChecks(checks).map(({ id }, index) => [String(index + 1), () => toggle(id)]),
    ),
  })
  const why = refusal ?? (tries > 0 ? missing : undefined)
  return (
    <form
      ref={form}
      className={panel.panel}
      aria-labelledby={titleId}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!refusal) approve()
      }}
    >
      <div className={panel.content}>
        <Text component="h2" id={titleId} fw={700} mt="sm" mb={4}>
          {paperTypeLabels[paper.type]}
        </Text>
        <EnteredFacts
          type={paper.type}
          performerId={paper.performerId}
          facts={facts}
          covered={covered}
          showSigned={isDay(draft.signedOn)}
        />
        {isContract && (
          <DayField
            label="契約書に記載された契約日"
            aria-required
            mt="xs"
            placeholder="例：20260402"
            value={draft.signedOn}
            onChange={(signedOn) => {
              verify.reset()
              onChange({ ...draft, signedOn })
            }}
            error={errors.signedOn ?? (tries > 0 && !isDay(draft.signedOn))}
          />
        )}
        <PaperChecks checks={checks} failed={draft.failed} onToggle={toggle} />
        {verify.isError && !errors.signedOn && (
          <Alert mt="xs" title="承認できませんでした">
            {failureText(verify.error)}
          </Alert>
        )}
      </div>
      <div className={panel.buttons}>
        <Text px="md" pb={4} fz="xs" c={why ? 'yellow' : 'dimmed'} id={whyId} aria-live="polite">
          {why}
        </Text>
        <Group grow gap="xs" wrap="nowrap" px="md">
          <Button
            variant="outline"
            color="red"
            size="md"
            leftSection={<IconArrowBackUp size={17} />}
            aria-keyshortcuts="R"
            disabled={refusal !== undefined}
            aria-describedby={whyId}
            onClick={() => setRejecting(true)}
          >
            差し戻し
          </Button>
          <BusyButton
            type="submit"
            size="md"
            leftSection={<IconCheck size={17} />}
            aria-keyshortcuts="A"
            disabled={refusal !== undefined}
            busy={verify.isPending}
            aria-describedby={whyId}
          >
            承認
          </BusyButton>
        </Group>
      </div>
      {rejecting && (
        <RejectPaperDialog
          paper={paper}
          suggested={[
            ...new Set(checks.flatMap(({ id, code }) => (draft.failed.includes(id) ? [code] : []))),
          ]}
          onRejected={() => onDecided('差し戻')}
          onClose={() => setRejecting(false)}
        />
      )}
    </form>
  )
}
