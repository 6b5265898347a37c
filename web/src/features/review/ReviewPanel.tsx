import type { CheckId } from '@kyc/contract/check-vocabulary.ts'
import { canAct } from '@kyc/contract/document-rules.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { problems } from '@kyc/contract/problems.ts'
import { Button, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { focusFault } from '../../ui/focus-fault.ts'
import { useKeys } from '../../ui/use-key.ts'
import { Checklist } from './Checklist.tsx'
import { isOutdated, NewerVersion } from './NewerVersion.tsx'
import { ReadingTable } from './ReadingTable.tsx'
import classes from './ReviewPanel.module.css'
import { destroysBack, firstToDo } from './reading.ts'
import { approvalBody, checkAnswers, draftFaults, openPointsText, type ReviewDraft } from './review-draft.ts'
import { useVerify } from './use-decisions.ts'

export interface ReviewPanelProps {
  performer: Performer
  /** The version on screen. */
  doc: PerformerDocument
  newest: PerformerDocument | undefined
  /** The version is visible, which the server checks as well. */
  opened: boolean
  /** Whether the slot that a My Number card closes has a document. */
  backStored: boolean
  /** Moves the focus to the first thing to do. */
  autoFocus: boolean
  draft: ReviewDraft
  /** Why nothing can be decided, such as the claim of another account. */
  refusal?: string | undefined
  /** A call that must succeed before the decision. */
  before?: () => Promise<unknown>
  /** False while a press can be the second half of a double press on the document before. */
  settled?: () => boolean
  /** Another button next to the two decisions. */
  act?: ReactNode
  onDraft: (draft: ReviewDraft) => void
  /** The approval is on its way. */
  onSent?: () => void
  /** The server did not accept it. */
  onRefused?: () => void
  onApproved: () => void
  onReject: () => void
  onViewNewest: () => void
}

/** The entered data, what the reviewer reads and confirms, and the decision, next to the document (D14). */
export function ReviewPanel(props: ReviewPanelProps) {
  const { performer, doc, newest, autoFocus, draft, act, onDraft, onReject, onViewNewest } = props
  const [first] = useState(() => autoFocus && firstToDo(doc.type, draft.reading))
  const [tries, setTries] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const state = useApproval(props, () => setTries(tries + 1))
  const { verify, answers, faults, refusal } = state
  const errors = { ...fieldErrors(verify.error), ...(tries > 0 && faults) }
  const label = documentTypeLabels[doc.type]
  const whyId = useId()
  const decidable = !refusal && canAct('verify', doc.status)
  const answer = (id: CheckId, to: boolean | undefined) =>
    onDraft({ ...draft, checks: { ...draft.checks, [id]: to } })
  const confirmNext = () => {
    const next = answers.find((check) => check.answer === undefined)
    if (decidable && next) answer(next.id, true)
  }
  const reject = canAct('reject', doc.status) && !refusal ? onReject : undefined
  useKeys({ a: decidable ? state.approve : undefined, r: reject, c: confirmNext }, { within: form })
  useEffect(() => {
    // The viewer itself focuses it when it opens.
    if (autoFocus) form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [autoFocus])
  useEffect(() => {
    if (tries > 0 || verify.isError) focusFault(form.current)
  }, [tries, verify.isError])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    state.approve()
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
        <NewerVersion doc={doc} newest={newest} onView={onViewNewest} />
        <ReadingTable
          type={doc.type}
          performer={performer}
          fields={
            decidable
              ? {
                  reading: draft.reading,
                  errors,
                  name: answers.find(({ id }) => id === 'name'),
                  marked: tries > 0,
                  autoFocus: first,
                  onChange: (reading) => onDraft({ ...draft, reading }),
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
            <Reasons {...props} errors={errors} />
            <Checklist
              checks={answers.filter(({ id }) => id !== 'name')}
              marked={tries > 0}
              onAnswer={answer}
            />
          </>
        )}
        {verify.isError && (
          <Alert mt={12} title="承認処理に失敗しました">
            {failureText(verify.error)}
          </Alert>
        )}
      </div>
      <p className={classes.why} id={whyId} aria-live="polite" data-open={state.open ? true : undefined}>
        {state.open && <IconAlertTriangle size={16} aria-hidden />}
        {state.why}
      </p>
      <div className={classes.buttons}>
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
            disabled={!reject}
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
            aria-label={`${label}を${verify.isPending ? '処理中...' : '承認'}`}
            aria-keyshortcuts="A"
            aria-describedby={whyId}
            disabled={!decidable}
            // Keeps the focus while the document loads and while it is sent.
            aria-disabled={!props.opened || verify.isPending || undefined}
            data-autofocus={first === 'decide' || undefined}
            onKeyDown={ignoreRepeat}
          >
            {verify.isPending ? '処理中...' : '承認'}
          </Button>
        )}
        {act}
      </div>
    </form>
  )
}

/** What prevents the approval, and the act; `onIncomplete` marks what is missing. */
function useApproval(props: ReviewPanelProps, onIncomplete: () => void) {
  const {
    performer,
    doc,
    newest,
    opened,
    backStored,
    draft,
    before,
    settled,
    onSent,
    onRefused,
    onApproved,
  } = props
  const verify = useVerify(before)
  // A second press may come before the first one is rendered.
  const sending = useRef(false)
  const { status } = doc
  useEffect(() => {
    // Only a rejection makes another approval possible.
    if (status === 'rejected') sending.current = false
  }, [status])
  const answers = checkAnswers(doc, draft, performer.date_of_birth)
  const faults = draftFaults(doc, draft, backStored)
  const outdated = isOutdated({ doc, newest })
  const closed = performer.caseClosed ? 'この出演者の審査は終了しています。' : undefined
  const refusal = doc.ownWork
    ? problems.FOUR_EYES.title
    : (closed ?? props.refusal ?? (outdated ? '最新の書類を確認してください。' : undefined))
  const open = openPointsText(faults, answers)
  const shownOpen = !refusal && opened && canAct('verify', doc.status) ? open : undefined
  return {
    verify,
    answers,
    faults,
    refusal,
    open: shownOpen,
    why: refusal ?? (opened ? shownOpen : '書類を表示すると承認できます。'),
    approve: () => {
      if (refusal || !opened || sending.current) return
      if (open) return settled?.() === false ? undefined : onIncomplete()
      sending.current = true
      verify.mutate(
        { doc, body: approvalBody(performer, doc, draft, backStored) },
        {
          onSuccess: onApproved,
          onError: () => {
            sending.current = false
            onRefused?.()
          },
        },
      )
      onSent?.()
    },
  }
}

interface ReasonsProps extends ReviewPanelProps {
  errors: Readonly<Record<string, string | undefined>>
}

/** The reasons that some approvals need. */
function Reasons({ doc, draft, backStored, errors, onDraft }: ReasonsProps) {
  const { reading, revisionReason } = draft
  return (
    <>
      {destroysBack(doc.type, reading, backStored) && (
        <Textarea
          label={<FieldLabel kind="required">裏面を削除する理由</FieldLabel>}
          aria-label="裏面を削除する理由"
          description="承認すると、登録済みの身分証明書裏面は表示できなくなり、7日後に完全に削除されます。それまでは最高管理者が元に戻せます。理由は監査ログに残ります。"
          rows={2}
          maxLength={limits.textChars}
          value={reading.reason}
          onChange={({ currentTarget: { value } }) =>
            onDraft({ ...draft, reading: { ...reading, reason: value } })
          }
          error={errors.reason}
        />
      )}
      {doc.status === 'rejected' && (
        <Textarea
          label={<FieldLabel kind="required">判断を変更する理由</FieldLabel>}
          aria-label="判断を変更する理由"
          description="差し戻しを取り消して承認します。理由は履歴に残ります。"
          rows={2}
          maxLength={limits.textChars}
          value={revisionReason}
          onChange={({ currentTarget: { value } }) => onDraft({ ...draft, revisionReason: value })}
          error={errors.revisionReason}
        />
      )}
    </>
  )
}

/** A held Enter key must not approve the next document. */
function ignoreRepeat(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}
