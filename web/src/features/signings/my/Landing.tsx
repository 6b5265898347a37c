import type { PageSigning } from '@kyc/contract/page-session.ts'
import { Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { paths } from '../../../paths.ts'
import { Step, StepCard } from '../../performer-links/frame/Step.tsx'
import { HelpLines } from './HelpLines.tsx'
import { Disclosure, Openings } from './OwnData.tsx'
import type { PageCalls } from './page-calls.ts'
import { Reliances } from './Reliances.tsx'
import { SigningCard } from './SigningCard.tsx'
import { isOver } from './signing-step.ts'
import { TitleCard } from './TitleCard.tsx'
import { useTexts } from './use-texts.ts'

/** Everything about the performer: first what is to be signed, then the titles, and who may read or has read data. */
export function Landing({ onOpen, ...calls }: PageCalls & { onOpen: (signingId: string) => void }) {
  const texts = useTexts()
  const { organisationName, signings, titles, expiresAt } = calls.session
  const over = signings.filter(isOver)
  const signed = signings.filter(({ copyReceivedAt }) => copyReceivedAt !== null)
  const open = signings.filter(
    (each) => !over.includes(each as (typeof over)[number]) && !signed.includes(each),
  )
  const card = (signing: PageSigning) => <SigningCard key={signing.id} signing={signing} onOpen={onOpen} />
  return (
    <Step title={texts.title}>
      <p>{texts.lead(organisationName)}</p>
      <Part title={texts.signingsHead}>
        {open.length > 0 ? open.map(card) : <Empty text={texts.noSignings} />}
      </Part>
      <Part title={texts.titlesHead}>
        {titles.map((title) => (
          <TitleCard key={title.videoId} title={title} {...calls} />
        ))}
        {titles.length === 0 && <Empty text={texts.noTitles} />}
      </Part>
      {signed.length > 0 && <Part title={texts.signedHead}>{signed.map(card)}</Part>}
      {over.length > 0 && <Part title={texts.endedHead}>{over.map(card)}</Part>}
      <Part title={texts.reliancesHead}>
        <Reliances {...calls} />
      </Part>
      <Part title={texts.openingsHead}>
        <Openings {...calls} />
      </Part>
      <Part title={texts.disclosureHead}>
        <Disclosure {...calls} />
      </Part>
      <Part title={texts.helpHead}>
        <HelpLines />
      </Part>
      <Text size="xs" c="dimmed">
        {texts.validUntil(expiresAt)}
      </Text>
      <Text size="xs" c="dimmed">
        {texts.unknown}{' '}
        <a href={paths.contact()} target="_blank" rel="noreferrer">
          {texts.report}
        </a>
      </Text>
    </Step>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Stack component="section" gap="sm" mt="xs" aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {children}
    </Stack>
  )
}

function Empty({ text }: { text: string }) {
  return (
    <StepCard>
      <Text c="dimmed">{text}</Text>
    </StepCard>
  )
}
