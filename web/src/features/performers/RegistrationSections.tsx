import { idKinds, registrationDocumentTypes } from '@kyc/contract/document-vocabulary.ts'
import { detailFields, performerFields } from '@kyc/contract/performer-fields.ts'
import { IconAlertCircle, IconAlertTriangle, IconBulb, IconChevronDown } from '@tabler/icons-react'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { FieldBadge } from '../../ui/FieldBadge.tsx'
import { closedReason } from '../documents/document-need.ts'
import { FileSlot } from '../documents/slots/FileSlot.tsx'
import { IdKindChoice } from '../documents/slots/IdKindChoice.tsx'
import { useSamePerformers } from './check-fields.ts'
import { DetailFields, fieldId, NameFields, type PerformerFieldsProps } from './PerformerFields.tsx'
import classes from './RegisterPage.module.css'
import type { PerformerValues, RegistrationForm, RegistrationSlot } from './registration-form.ts'
import { missingFilesMessage, missingNamesMessage } from './required-items.ts'

interface SectionProps {
  form: RegistrationForm
  fields: PerformerFieldsProps
}

export function NamesSection({ form, fields }: SectionProps) {
  const [left, onLeave] = useFocusLeft()
  return (
    <section className={classes.card} aria-labelledby="names-title" {...onLeave}>
      <div className={classes.head}>
        <h2 id="names-title">氏名</h2>
        <span className={classes.hint}>身分証明書の記載どおりに入力してください</span>
      </div>
      <div className={classes.body}>
        <NameFields {...fields} />
        <MissingMessage message={left ? missingNamesMessage(form) : undefined} />
      </div>
    </section>
  )
}

export interface FilesSectionProps extends SectionProps {
  /** Bytes sent by slot, while the form is being sent. */
  sent: Readonly<Partial<Record<string, number>>> | undefined
  onChoose: (slot: RegistrationSlot, file: File) => void
  onClear: (slot: RegistrationSlot) => void
}

export function FilesSection({ form, fields, sent, onChoose, onClear }: FilesSectionProps) {
  const [left, onLeave] = useFocusLeft()
  const idKind = idKinds.find((kind) => kind === form.values.idKind) ?? null
  return (
    <section className={classes.card} aria-labelledby="files-title" {...onLeave}>
      <div className={classes.head}>
        <h2 id="files-title">書類</h2>
        <span className={classes.hint}>大きい画像は自動で縮小されます。位置情報は保存されません</span>
      </div>
      <div className={classes.body}>
        <IdKindChoice
          id={fieldId('idKind')}
          value={idKind}
          error={form.errors.idKind}
          readOnly={fields.readOnly}
          onChange={(kind) => fields.onChange('idKind', kind)}
        />
        <div className={classes.slots}>
          {registrationDocumentTypes.map((slot) => (
            <FileSlot
              key={slot}
              type={slot}
              state={form.slots[slot]}
              sentBytes={sent && (sent[slot] ?? 0)}
              idKind={idKind}
              closed={closedReason(idKind, slot)}
              onChoose={(file) => onChoose(slot, file)}
              onClear={() => onClear(slot)}
            />
          ))}
          <div className={classes.tips}>
            <h3>
              <IconBulb size={18} aria-hidden />
              撮影のこつ
            </h3>
            <ul>
              <li>四隅をすべて写す</li>
              <li>照明の反射を避ける</li>
              <li>文字が読める大きさで撮る</li>
            </ul>
          </div>
        </div>
        <MissingMessage message={left ? missingFilesMessage(form) : undefined} />
      </div>
    </section>
  )
}

/** The kind of ID is chosen with the documents. */
const detailLabels = detailFields
  .filter((field) => field !== 'idKind')
  .map((field) => performerFields[field].label)
  .join('・')

/** Closed at first; opens when one of its fields has an error. */
export function DetailsSection({
  form,
  fields,
  organisation,
}: SectionProps & { organisation: string | undefined }) {
  const [open, setOpen] = useState(false)
  const faulty = detailFields.some((field) => field !== 'idKind' && form.errors[field])
  if (faulty && !open) setOpen(true)
  return (
    <details
      className={`${classes.card} ${classes.details}`}
      open={open}
      onToggle={(toggled) => setOpen(toggled.currentTarget.open)}
    >
      <summary className={classes.summary}>
        <h2>詳細情報</h2>
        <FieldBadge kind="optional" />
        <span className={`${classes.hint} ${classes.detailsHint}`}>{detailLabels}</span>
        <IconChevronDown className={classes.chevron} size={20} aria-hidden />
      </summary>
      <div className={classes.body}>
        <DetailFields {...fields} omitted={['idKind']} />
        <SamePerformers values={form.values} organisation={organisation} />
      </div>
    </details>
  )
}

function MissingMessage({ message }: { message: string | undefined }) {
  return (
    <div aria-live="polite">
      {message && (
        <p className={classes.missing}>
          <IconAlertCircle size={16} aria-hidden />
          {message}
        </p>
      )}
    </div>
  )
}

/** Delays the message, which moves the content below, until a click that leaves the section has landed. */
const clickDelay = 300

/** Whether the focus has left the section; errors are not shown before that. */
function useFocusLeft(): [boolean, { onBlur: (event: FocusEvent<HTMLElement>) => void }] {
  const [left, setLeft] = useState(false)
  const timer = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    // Without a relatedTarget a file chooser or another window is open, and the focus returns afterwards.
    const next = relatedTarget ?? document.activeElement
    if (currentTarget.contains(next)) return
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setLeft(true), clickDelay)
  }
  return [left, { onBlur }]
}

/** A hint that the typed person may be registered already, with links that keep the form open. */
function SamePerformers({
  values,
  organisation,
}: {
  values: PerformerValues
  organisation: string | undefined
}) {
  const same = useSamePerformers(values, { organisation })
  return (
    <div aria-live="polite">
      {same.length > 0 && (
        <p className={classes.same}>
          <IconAlertTriangle size={16} aria-hidden />
          <span>
            <strong>同じ氏名・生年月日の出演者がいます。</strong>
            {same.map(({ id, name }) => (
              <AppLink key={id} href={paths.performer(id)} target="_blank">
                {name}（新しいタブで開く）
              </AppLink>
            ))}
          </span>
        </p>
      )}
    </div>
  )
}
