import type { CheckId } from '@kyc/contract/check-vocabulary.ts'
import { canAct } from '@kyc/contract/document-rules.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
} from 'react'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import { Alert } from '../../ui/Alert.tsx'
import { focusFault } from '../../ui/focus-fault.ts'
import { type Keys, useKeys } from '../../ui/use-key.ts'
import { Checklist } from './Checklist.tsx'
import { NewerVersion } from './NewerVersion.tsx'
import { ReadingTable } from './ReadingTable.tsx'
import { Reasons } from './Reasons.tsx'
import classes from './ReviewPanel.module.css'
import type { CheckAnswer, ReviewDraft } from './review-draft.ts'
import { isBackStored, useCurrentReview } from './use-review.ts'

export interface ReviewPanelProps {
  /** The version on screen. */
  doc: PerformerDocument
  /** The version is visible, which the server checks as well. */
  opened: boolean
  /** Moves the focus to the decision, where every key acts. */
  autoFocus?: boolean
  /** Another button next to the two decisions. */
  act?: ReactNode
}

/** The entered data, what the reviewer reads and confirms, and the decision, next to the document. */
export function ReviewPanel({ doc, opened, autoFocus = false, act }: ReviewPanelProps) {
  const review = useCurrentReview()
  const { performer, state, dispatch } = review
  const draft = review.draft(doc)
  const { answers, faults, refusal, open, why } = review.points(doc, opened)
  const form = useRef<HTMLFormElement>(null)
  const newest = review.newestOf(doc)
  const approval = state.approvals[doc.id]
  const sending = approval === 'sent'
  const error = approval instanceof Error ? approval : null
  const marked = state.tries > 0
  const errors = { ...fieldErrors(error), ...(marked && faults) }
  const label = documentTypeLabels[doc.type]
  const whyId = useId()
  const decidable = !refusal && canAct('verify', doc.status)
  const enter = (part: Partial<ReviewDraft>) => review.enter(doc, { ...draft, ...part })
  const answer = (id: CheckId, to: boolean | undefined) => enter({ checks: { ...draft.checks, [id]: to } })
  const approve = () => review.approve(doc, opened)
  const reject =
    canAct('reject', doc.status) && !refusal ? () => dispatch({ kind: 'reject', doc }) : undefined
  useKeys(
    {
      a: decidable ? approve : undefined,
      r: reject,
      d: decidable ? () => focusDay(form.current) : undefined,
    },
    { within: form },
  )
  // Only while the focus is in the panel: elsewhere, the number keys open documents.
  useKeys(decidable ? numberKeys(answers, answer) : {}, { within: form, focused: true })
  const begun = state.drafts[doc.id] !== undefined
  const begin = useEffectEvent(() => review.enter(doc, draft))
  useEffect(() => {
    // The draft remembers the names and the date of birth with which the reviewer compares the document.
    if (decidable && !begun) begin()
  }, [decidable, begun])
  useFocus(form, autoFocus, state.tries, error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    approve()
  }
  return (
    <form
      ref={form}
      className={classes.panel}
      data-bar={act ? true : undefined}
      aria-label={`${label}の審査`}
      onSubmit={submit}
      noValidate
    >
      <div className={classes.content}>
        <NewerVersion doc={doc} newest={newest} onView={() => newest && dispatch({ kind: 'pin', newest })} />
        <ReadingTable
          type={doc.type}
          performer={performer}
          fields={
            decidable
              ? {
                  reading: draft.reading,
                  errors,
                  onChange: (reading) => enter({ reading }),
                }
              : undefined
          }
        />
        {decidable && (
          <>
            {draft.identityChanged && (
              <Alert mt={12} tone="wait" role="status" title="出演者の情報が変更されました">
                氏名または生年月日が変更されました。書類と見比べて、もう一度確認してください。
              </Alert>
            )}
            <Reasons
              doc={doc}
              draft={draft}
              backStored={isBackStored(review.current)}
              errors={errors}
              onEnter={enter}
            />
            <Checklist checks={answers} marked={marked} onAnswer={answer} />
          </>
        )}
        {error && (
          <Alert mt={12} title="承認処理に失敗しました">
            {failureText(error)}
          </Alert>
        )}
      </div>
      <Group
        component="p"
        className={classes.why}
        mih={22}
        gap={6}
        px="md"
        wrap="nowrap"
        fz="xs"
        c={open ? 'yellow' : 'dimmed'}
        id={whyId}
        aria-live="polite"
      >
        {open && <IconAlertTriangle size={16} aria-hidden />}
        {why}
      </Group>
      <Buttons
        doc={doc}
        onReject={reject}
        approval={{ whyId, sending, opened, decidable, autoFocus }}
        act={act}
      />
    </form>
  )
}

interface ButtonsProps extends Pick<ReviewPanelProps, 'doc' | 'act'> {
  /** Absent if nothing can be rejected now. */
  onReject: (() => void) | undefined
  approval: {
    /** The id of the text that states what prevents the approval. */
    readonly whyId: string
    readonly sending: boolean
    readonly opened: boolean
    readonly decidable: boolean
    readonly autoFocus: boolean
  }
}

/** The two decisions. */
function Buttons({ doc, onReject, approval, act }: ButtonsProps) {
  const label = documentTypeLabels[doc.type]
  const { sending } = approval
  return (
    <Group className={classes.buttons} gap="xs" px="md" wrap="nowrap">
      {canAct('reject', doc.status) && (
        <Button
          variant="outline"
          color="red"
          size="md"
          px={8}
          leftSection={<IconArrowBackUp size={17} />}
          rightSection={<span className={classes.key} data-key="R" />}
          aria-label={`${label}を差し戻し`}
          aria-keyshortcuts="R"
          disabled={!onReject}
          onClick={onReject}
        >
          差し戻し
        </Button>
      )}
      {canAct('verify', doc.status) && (
        <Button
          type="submit"
          size="md"
          px={8}
          leftSection={<IconCheck size={17} />}
          rightSection={<span className={classes.key} data-key="A" />}
          aria-label={`${label}を${sending ? '処理中...' : '承認'}`}
          aria-keyshortcuts="A"
          aria-describedby={approval.whyId}
          disabled={!approval.decidable}
          // Unlike `disabled`, keeps the focus while the document loads and while the approval is sent.
          aria-disabled={!approval.opened || sending || undefined}
          data-autofocus={approval.autoFocus || undefined}
          onKeyDown={ignoreRepeat}
        >
          {sending ? '処理中...' : '承認'}
        </Button>
      )}
      {act}
    </Group>
  )
}

/** The number key of a check marks it as failed or takes the mark back. The first press confirms an open check. */
function numberKeys(
  answers: readonly CheckAnswer[],
  onAnswer: (id: CheckId, to: boolean | undefined) => void,
): Keys {
  return Object.fromEntries(
    answers.map(({ id, proof, answer }, index) => {
      const first = proof === 'answered' && answer === undefined
      return [String(index + 1), () => onAnswer(id, first ? true : answer === false ? undefined : false)]
    }),
  )
}

/** Focuses the first date field that is still empty, or else the first one. */
function focusDay(form: HTMLFormElement | null): void {
  const fields = [...(form?.querySelectorAll<HTMLInputElement>('[data-day]') ?? [])]
  const field = fields.find(({ value }) => value === '') ?? fields[0]
  field?.focus()
}

/** Moves the focus to the decision; after a failed attempt, to what is missing or wrong. */
function useFocus(
  form: RefObject<HTMLFormElement | null>,
  autoFocus: boolean,
  tries: number,
  error: Error | null,
): void {
  useEffect(() => {
    // When the viewer opens, its dialog focuses this button by itself.
    if (autoFocus) form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [form, autoFocus])
  useEffect(() => {
    // The desk and the viewer above it both render this panel; only the topmost one moves the focus.
    const topDialog = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? null
    if (form.current?.closest('[role="dialog"]') !== topDialog) return
    if (tries > 0 || error) focusFault(form.current)
  }, [form, tries, error])
}

/** A held Enter key must not approve the next document. */
function ignoreRepeat(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}
