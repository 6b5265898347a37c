import { registrationDocumentTypes } from '@kyc/contract/document-vocabulary.ts'
import { detailFields, performerFields } from '@kyc/contract/performer-fields.ts'
import { problems } from '@kyc/contract/problems.ts'
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs'
import IconBulb from '@tabler/icons-react/dist/esm/icons/IconBulb.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { type FocusEvent, useState } from 'react'
import { FieldBadge } from '../../ui/FieldBadge.tsx'
import { closedSlots } from '../documents/document-need.ts'
import { FileSlot } from '../documents/FileSlot.tsx'
import { DetailFields, NameFields, type PerformerFieldsProps } from './PerformerFields.tsx'
import classes from './RegisterPage.module.css'
import type { RegistrationForm, RegistrationSlot } from './registration-form.ts'
import { missingFilesMessage, missingNamesMessage } from './required-items.ts'

interface SectionProps {
  form: RegistrationForm
  fields: PerformerFieldsProps
}

export function NamesSection({ form, fields }: SectionProps) {
  const [left, watch] = useLeft()
  return (
    <section className={classes.card} aria-labelledby="names-title" {...watch}>
      <div className={classes.head}>
        <h2 id="names-title">氏名</h2>
        <span className={classes.hint}>身分証明書の記載どおりに入力してください</span>
      </div>
      <div className={classes.body}>
        <NameFields {...fields} />
        <Missing message={left ? missingNamesMessage(form) : undefined} />
      </div>
    </section>
  )
}

export interface FilesSectionProps {
  form: RegistrationForm
  /** Bytes on their way by slot, while everything is being sent. */
  sent: Readonly<Partial<Record<string, number>>> | undefined
  onChoose: (slot: RegistrationSlot, file: File) => void
  onClear: (slot: RegistrationSlot) => void
}

export function FilesSection({ form, sent, onChoose, onClear }: FilesSectionProps) {
  const [left, watch] = useLeft()
  const closed = closedSlots(form.values.idKind)
  return (
    <section className={classes.card} aria-labelledby="files-title" {...watch}>
      <div className={classes.head}>
        <h2 id="files-title">書類</h2>
        <span className={classes.hint}>大きい画像は自動で縮小されます。位置情報は保存されません</span>
      </div>
      <div className={classes.body}>
        <div className={classes.slots}>
          {registrationDocumentTypes.map((slot) => (
            <FileSlot
              key={slot}
              type={slot}
              state={form.slots[slot]}
              error={form.errors[slot]}
              sentBytes={sent && (sent[slot] ?? 0)}
              closed={closed.includes(slot) ? problems.ID_BACK_CLOSED.title : undefined}
              onChoose={(file) => onChoose(slot, file)}
              onClear={() => onClear(slot)}
            />
          ))}
          <div className={classes.tips}>
            <h3>
              <IconBulb size={18} stroke={1.7} aria-hidden />
              撮影のこつ
            </h3>
            <ul>
              <li>四隅をすべて写す</li>
              <li>照明の反射を避ける</li>
              <li>文字が読める大きさで撮る</li>
            </ul>
          </div>
        </div>
        <Missing message={left ? missingFilesMessage(form) : undefined} />
      </div>
    </section>
  )
}

/** The kind of ID stands last: it belongs to the documents that come before. */
const detailLabels = [...detailFields.filter((field) => field !== 'idKind'), 'idKind' as const]
  .map((field) => performerFields[field].label)
  .join('・')

/** Closed at first; it opens by itself when something in it needs mending. */
export function DetailsSection({ form, fields }: SectionProps) {
  const [open, setOpen] = useState(false)
  const faulty = detailFields.some((field) => form.errors[field])
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
        <IconChevronDown className={classes.chevron} size={20} stroke={1.7} aria-hidden />
      </summary>
      <div className={classes.body}>
        <DetailFields {...fields} />
      </div>
    </details>
  )
}

function Missing({ message }: { message: string | undefined }) {
  return (
    <div aria-live="polite">
      {message && (
        <p className={classes.missing}>
          <IconAlertCircle size={16} stroke={1.7} aria-hidden />
          {message}
        </p>
      )}
    </div>
  )
}

/** A click that leaves a section must land where it was aimed, before the message moves what is below. */
const afterClick = 300

/** Whether the focus has been in a section and left it: nobody is told of a fault before that. */
function useLeft(): [boolean, { onBlur: (event: FocusEvent<HTMLElement>) => void }] {
  const [left, setLeft] = useState(false)
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    // While a file chooser or another window is open, the focus comes back to where it was.
    const next = relatedTarget ?? document.activeElement
    if (!currentTarget.contains(next)) setTimeout(() => setLeft(true), afterClick)
  }
  return [left, { onBlur }]
}
