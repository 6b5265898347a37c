import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { problems } from '@kyc/contract/problems.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { StateBadge } from '../../../ui/StateBadge.tsx'
import { useSubmitRefused } from '../closed-case.ts'
import classes from './EmptySlots.module.css'

export interface EmptySlotsProps {
  title: string
  types: readonly DocumentType[]
  /** Slots that accept no file (D14). */
  closed: readonly DocumentType[]
  onAdd: (type: DocumentType) => void
}

/** One dashed box that lists slots without a document. */
export function EmptySlots({ title, types, closed, onAdd }: EmptySlotsProps) {
  const refused = useSubmitRefused()
  return (
    <section className={classes.box} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <ul className={classes.list}>
        {types.map((type) => (
          <li key={type}>
            <div className={classes.line}>
              {documentTypeLabels[type]}
              <StateBadge tone="neutral">未提出</StateBadge>
            </div>
            {closed.includes(type) ? (
              <p className={classes.closed}>{problems.ID_BACK_CLOSED.title}</p>
            ) : (
              <Button
                className={classes.add}
                variant="subtle"
                leftSection={<IconPlus size={17} />}
                aria-label={`${documentTypeLabels[type]}：書類を追加`}
                {...refused}
                onClick={() => onAdd(type)}
              >
                書類を追加
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
