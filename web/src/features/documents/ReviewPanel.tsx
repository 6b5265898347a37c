import { ageOn, dayInJapan } from '@kyc/contract/dates.ts'
import { canAct } from '@kyc/contract/document-rules.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels, idKindLabels } from '@kyc/contract/labels.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { problems } from '@kyc/contract/problems.ts'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { focusFault } from '../../ui/focus-fault.ts'
import { formatDate } from '../../ui/format.ts'
import { IconArrowBackUp, IconCheck } from '../../ui/icons.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { isOutdated, NewerVersion } from './NewerVersion.tsx'
import { ReadingFields } from './ReadingFields.tsx'
import classes from './ReviewPanel.module.css'
import { firstToDo, initialReading, readFields, readingBody, readingFaults } from './reading.ts'
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
  onApproved: () => void
  onReject: () => void
  onViewNewest: () => void
}

/** The entered data, what the reviewer reads, and the decision, next to the document (D14). */
export function ReviewPanel(props: ReviewPanelProps) {
  const { performer, doc, newest, opened, backStored, autoFocus, onApproved, onReject, onViewNewest } = props
  const [reading, setReading] = useState(() => initialReading(doc, performer.idKind))
  const [first] = useState(() => autoFocus && firstToDo(doc.type, reading))
  const [tries, setTries] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const verify = useVerify()
  const whyId = useId()
  const faults = readingFaults(doc.type, reading, backStored)
  const errors = tries > 0 ? { ...fieldErrors(verify.error), ...faults } : fieldErrors(verify.error)
  const label = documentTypeLabels[doc.type]
  const outdated = isOutdated({ doc, newest })
  const blocked = outdated || doc.ownWork || verify.isPending
  const why = doc.ownWork ? problems.FOUR_EYES.title : opened ? undefined : '書類を表示すると承認できます。'
  useEffect(() => {
    // The viewer itself focuses it when it opens.
    if (autoFocus) form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [autoFocus])
  useEffect(() => {
    if (tries > 0 || verify.isError) focusFault(form.current)
  }, [tries, verify.isError])
  const approve = (event: FormEvent) => {
    event.preventDefault()
    if (blocked || !opened) return
    if (Object.keys(faults).length > 0) return setTries(tries + 1)
    const body = readingBody(doc.type, reading, backStored)
    verify.mutate({ doc, body }, { onSuccess: onApproved })
  }
  return (
    <form ref={form} className={classes.panel} aria-label={`${label}の審査`} onSubmit={approve} noValidate>
      <div className={classes.content}>
        <NewerVersion doc={doc} newest={newest} onView={onViewNewest} />
        <h3 className={classes.title}>登録内容</h3>
        <Facts facts={enteredData(performer)} />
        {!outdated && canAct('verify', doc.status) && readFields[doc.type].length > 0 && (
          <div className={classes.fields}>
            <ReadingFields
              type={doc.type}
              reading={reading}
              errors={errors}
              autoFocus={first}
              dateOfBirth={performer.date_of_birth}
              backStored={backStored}
              onChange={setReading}
            />
          </div>
        )}
        {verify.isError && (
          <Alert mt={12} title="承認処理に失敗しました">
            {failureText(verify.error)}
          </Alert>
        )}
      </div>
      <p className={classes.why} id={whyId}>
        {why}
      </p>
      <div className={classes.buttons}>
        {canAct('reject', doc.status) && (
          <Button
            variant="outline"
            color="red"
            size="md"
            leftSection={<IconArrowBackUp size={17} />}
            aria-label={`${label}を差し戻し`}
            disabled={outdated || doc.ownWork}
            onClick={onReject}
          >
            差し戻し
          </Button>
        )}
        {canAct('verify', doc.status) && (
          <Button
            type="submit"
            size="md"
            leftSection={<IconCheck size={17} />}
            aria-label={`${label}を${verify.isPending ? '処理中...' : '承認'}`}
            aria-describedby={whyId}
            disabled={outdated || doc.ownWork}
            // Keeps the focus while the document loads and while it is sent.
            aria-disabled={!opened || verify.isPending || undefined}
            data-autofocus={first === 'decide' || undefined}
            onKeyDown={ignoreRepeat}
          >
            {verify.isPending ? '処理中...' : '承認'}
          </Button>
        )}
      </div>
    </form>
  )
}

/** A held Enter key must not approve the next document. */
function ignoreRepeat(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}

function enteredData(performer: Performer): [string, string][] {
  const { date_of_birth: born, nationality, idKind } = performer
  const today = dayInJapan(new Date())
  return [
    ['氏名', `${performer.lastName} ${performer.firstName}`],
    ['ローマ字', `${performer.lastNameRoman} ${performer.firstNameRoman}`],
    ['生年月日', born ? `${formatDate(born)}（満${ageOn(born, today)}歳）` : '未入力'],
    ['国籍', nationality ?? '未入力'],
    ['身分証', idKind ? idKindLabels[idKind] : '未入力'],
  ]
}
