import type { CheckId } from '@kyc/contract/check-vocabulary.ts'
import { canAct } from '@kyc/contract/document-rules.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { Button, Group, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { focusFault } from '../../ui/focus-fault.ts'
import { useKeys } from '../../ui/use-key.ts'
import { Checklist } from './Checklist.tsx'
import { NewerVersion } from './NewerVersion.tsx'
import { ReadingTable } from './ReadingTable.tsx'
import classes from './ReviewPanel.module.css'
import { destroysBack, firstToDo } from './reading.ts'
import type { ReviewDraft } from './review-draft.ts'
import { isBackStored, useCurrentReview } from './use-review.ts'

export interface ReviewPanelProps {
  /** The version on screen. */
  doc: PerformerDocument
  /** The version is visible, which the server checks as well. */
  opened: boolean
  /** Moves the focus to the first thing to do. */
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
  const [first] = useState(() => autoFocus && firstToDo(doc.type, draft.reading))
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
  const confirmNext = () => {
    const next = answers.find((check) => check.answer === undefined)
    if (decidable && next) answer(next.id, true)
  }
  const approve = () => review.approve(doc, opened)
  const reject =
    canAct('reject', doc.status) && !refusal ? () => dispatch({ kind: 'reject', doc }) : undefined
  useKeys({ a: decidable ? approve : undefined, r: reject, c: confirmNext }, { within: form })
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
                  name: answers.find(({ id }) => id === 'name'),
                  marked,
                  autoFocus: first,
                  onChange: (reading) => enter({ reading }),
                  onName: (to) => answer('name', to),
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
            <Checklist checks={answers.filter(({ id }) => id !== 'name')} marked={marked} onAnswer={answer} />
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
        approval={{ whyId, sending, opened, decidable, autoFocus: first === 'decide' }}
        act={act}
      />
    </form>
  )
}

interface ButtonsProps extends Pick<ReviewPanelProps, 'doc' | 'act'> {
  /** Absent if nothing can be rejected now. */
  onReject: (() => void) | undefined
  approval: {
    /** The id of the text that says what prevents it. */
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
          // Keeps the focus while the document loads and while it is sent.
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

/** Moves the focus to the first thing to do, and to what is missing or wrong. */
function useFocus(
  form: RefObject<HTMLFormElement | null>,
  autoFocus: boolean,
  tries: number,
  error: Error | null,
): void {
  useEffect(() => {
    // The viewer itself focuses it when it opens.
    if (autoFocus) form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [form, autoFocus])
  useEffect(() => {
    // Desk and viewer show the same review.
    const topDialog = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? null
    if (form.current?.closest('[role="dialog"]') !== topDialog) return
    if (tries > 0 || error) focusFault(form.current)
  }, [form, tries, error])
}

interface ReasonsProps {
  doc: PerformerDocument
  draft: ReviewDraft
  backStored: boolean
  errors: Readonly<Record<string, string | undefined>>
  onEnter: (part: Partial<ReviewDraft>) => void
}

/** The reasons that some approvals need. */
function Reasons({ doc, draft, backStored, errors, onEnter }: ReasonsProps) {
  const { reading, revisionReason } = draft
  return (
    <>
      {destroysBack(doc.type, reading, backStored) && (
        <ReasonField
          label="裏面を削除する理由"
          description="承認すると、登録済みの身分証明書裏面は表示できなくなり、7日後に完全に削除されます。それまでは最高管理者が元に戻せます。理由は監査ログに残ります。"
          value={reading.reason}
          onEnter={(reason) => onEnter({ reading: { ...reading, reason } })}
          error={errors.reason}
        />
      )}
      {doc.status === 'rejected' && (
        <ReasonField
          label="判断を変更する理由"
          description="差し戻しを取り消して承認します。理由は履歴に残ります。"
          value={revisionReason}
          onEnter={(text) => onEnter({ revisionReason: text })}
          error={errors.revisionReason}
        />
      )}
    </>
  )
}

interface ReasonFieldProps {
  label: string
  description: string
  value: string
  error: string | undefined
  onEnter: (text: string) => void
}

function ReasonField({ label, onEnter, ...field }: ReasonFieldProps) {
  return (
    <Textarea
      {...field}
      label={<FieldLabel kind="required">{label}</FieldLabel>}
      aria-label={label}
      rows={2}
      maxLength={limits.textChars}
      onChange={({ currentTarget: { value } }) => onEnter(value)}
    />
  )
}

/** A held Enter key must not approve the next document. */
function ignoreRepeat(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}
