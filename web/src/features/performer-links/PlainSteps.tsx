import type { LinkSession } from '@kyc/contract/performer-links.ts'
import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import classes from './Step.module.css'
import { Step } from './Step.tsx'
import { useTexts } from './use-texts.ts'

/** Step 1: who requests the documents, what for, and what is needed. */
export function PurposeStep({ session, onStart }: { session: LinkSession; onStart: () => void }) {
  const texts = useTexts()
  return (
    <Step step="purpose" title={texts.purposeTitle}>
      <p>{texts.asks(session.organisationName)}</p>
      <div className={classes.card}>
        <Part title={texts.purposeHead} items={texts.purposes} />
        <Part title={texts.neededHead} items={texts.needed} />
        <p>{texts.time}</p>
        <Button fullWidth onClick={onStart}>
          {texts.start}
        </Button>
      </div>
      <p className={classes.note}>{texts.validUntil(session.expiresAt)}</p>
      <p className={classes.note}>
        {texts.unknown}{' '}
        <a href={paths.contact()} target="_blank" rel="noreferrer">
          {texts.report}
        </a>
      </p>
    </Step>
  )
}

function Part({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <section className={classes.part}>
      <h2>{title}</h2>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}

/** Step 5. */
export function DoneStep({ session }: { session: LinkSession }) {
  const texts = useTexts()
  return (
    <Step step="done" title={texts.doneTitle}>
      <div className={classes.card}>
        <span className={classes.sign}>
          <IconCircleCheck size={32} aria-hidden />
        </span>
        <p>{texts.doneLead(session.organisationName)}</p>
        <p>{texts.doneClose}</p>
      </div>
    </Step>
  )
}
