import { type IdKind, idKinds, refusedIdKinds } from '@kyc/contract/document-vocabulary.ts'
import { type IdKindTexts, idKindTextsJa } from '@kyc/contract/id-kind-texts-ja.ts'
import { VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import { closedReason } from '../document-need.ts'
import classes from './IdKindChoice.module.css'

export interface IdKindChoiceProps {
  /** Of the group; forms jump to it. */
  id?: string
  value: IdKind | null
  onChange: (kind: IdKind) => void
  readOnly?: boolean | undefined
  error?: string | undefined
  texts?: IdKindTexts
}

/** The kind of ID, chosen before its pictures, because it determines the sides and what to hide (D14, D79). */
export function IdKindChoice({
  id,
  value,
  onChange,
  readOnly = false,
  error,
  texts = idKindTextsJa,
}: IdKindChoiceProps) {
  const name = useId()
  const errorId = useId()
  return (
    <fieldset id={id} className={classes.choice} disabled={readOnly} aria-describedby={errorId}>
      <legend className={classes.legend}>
        {texts.title}
        <small>{texts.hint}</small>
      </legend>
      <div className={classes.kinds}>
        {idKinds.map((kind) => (
          <label key={kind} className={classes.kind}>
            <input
              className={VisuallyHidden.classes.root}
              type="radio"
              name={name}
              checked={kind === value}
              onChange={() => onChange(kind)}
            />
            {texts.kinds[kind]}
            <small>{texts.sides[sidesOf(kind)]}</small>
          </label>
        ))}
      </div>
      <p id={errorId} className={classes.error} aria-live="polite">
        {error}
      </p>
      <details className={classes.refused}>
        <summary>{texts.refusedTitle}</summary>
        <dl>
          {refusedIdKinds.map((kind) => (
            <div key={kind}>
              <dt>{texts.refused[kind].label}</dt>
              <dd>{texts.refused[kind].reason}</dd>
            </div>
          ))}
        </dl>
      </details>
    </fieldset>
  )
}

function sidesOf(kind: IdKind): 'both' | 'front' | 'page' {
  if (!closedReason(kind, 'idBack')) return 'both'
  return kind === 'passport' ? 'page' : 'front'
}
