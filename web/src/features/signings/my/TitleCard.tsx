import type { PageTitle } from '@kyc/contract/page-session.ts'
import { withdrawAppearance } from '@kyc/contract/performer-page.ts'
import { Button, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { StepCard } from '../../performer-links/frame/Step.tsx'
import { useLinkCall } from '../../performer-links/frame/use-link-call.ts'
import { FootageChance } from './FootageChance.tsx'
import { PageConfirm } from './PageConfirm.tsx'
import type { PageCalls } from './page-calls.ts'
import { useTexts } from './use-texts.ts'
import { WebLink } from './WebLink.tsx'

/** A title with the days of the own appearance, where it is published, and the end of the contract in two taps. */
export function TitleCard({ title, ...calls }: PageCalls & { title: PageTitle }) {
  const texts = useTexts()
  const { session, onSession, onError } = calls
  const heading = useRef<HTMLHeadingElement>(null)
  const [asking, setAsking] = useState(false)
  const [withdrawn, setWithdrawn] = useState(false)
  const isSigned = title.contractSignedOn !== null
  const act = isSigned
    ? ({
        label: 'withdraw',
        title: 'withdrawTitle',
        confirm: 'withdrawConfirm',
        texts: 'withdrawTexts',
      } as const)
    : ({ label: 'leave', title: 'leaveTitle', confirm: 'leaveConfirm', texts: 'leaveTexts' } as const)
  const withdrawal = useLinkCall(
    () => call(withdrawAppearance, { params: { id: session.id, video: title.videoId } }),
    (next) => {
      setAsking(false)
      setWithdrawn(true)
      onSession(next)
      // The button that had the focus is gone.
      heading.current?.focus()
    },
    onError,
  )
  return (
    <StepCard>
      <Title order={3} fz="lg" ref={heading} tabIndex={-1}>
        {title.title}
      </Title>
      <div role="status">
        {withdrawn && <Alert tone="ok" role="presentation" title={isSigned ? texts.withdrawn : texts.left} />}
      </div>
      {title.ended && (
        <Text size="sm" fw={700}>
          {texts.endedOn(texts.endLabels[title.ended.kind], title.ended.on)}
        </Text>
      )}
      {!isSigned && !title.ended && <Text size="sm">{texts.noContract}</Text>}
      <Facts facts={factsOf(title, texts)} />
      <FootageChance title={title} {...calls} />
      {!title.ended && (
        <Button
          variant="outline"
          color="red"
          fullWidth
          aria-label={texts.nextOf(texts[act.label], title.title)}
          onClick={() => setAsking(true)}
        >
          {texts[act.label]}
        </Button>
      )}
      {asking && (
        <PageConfirm
          title={texts[act.title]}
          confirm={texts[act.confirm]}
          busy={withdrawal.busy}
          error={withdrawal.error}
          onConfirm={() => withdrawal.run(undefined)}
          onClose={() => setAsking(false)}
        >
          {texts[act.texts](title.title, title.organisationName).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </PageConfirm>
      )}
    </StepCard>
  )
}

function factsOf(title: PageTitle, texts: ReturnType<typeof useTexts>): [string, ReactNode][] {
  const known = (day: string | null) => (day === null ? <Dim>{texts.noRecord}</Dim> : texts.day(day))
  const from = (day: string | null) => (day === null ? <Dim>{texts.noDay}</Dim> : texts.fromDay(day))
  return [
    ...(title.productNumber ? [[texts.productNumber, title.productNumber] as [string, ReactNode]] : []),
    ...(title.contractSignedOn === null
      ? []
      : [
          [texts.contractSigned, known(title.contractSignedOn)] as [string, ReactNode],
          [texts.contractReceived, known(title.contractReceivedOn)] as [string, ReactNode],
        ]),
    [texts.sheetReceived, known(title.sheetReceivedOn)],
    [texts.shootingDays, <ShootingDays key="shootings" days={title.shootingDays} />],
    ...(title.ended
      ? []
      : [
          [texts.shootingFrom, from(title.shootingFrom)] as [string, ReactNode],
          [texts.publicationFrom, from(title.publicationFrom)] as [string, ReactNode],
        ]),
    [texts.publications, <Publications key="publications" publications={title.publications} />],
    ...(title.cancelUntil === null || title.ended
      ? []
      : [
          [
            texts.cancelUntil,
            title.cancelUntil === 'open' ? texts.cancelOpen : texts.cancelUntilDay(title.cancelUntil),
          ] as [string, ReactNode],
        ]),
  ]
}

function ShootingDays({ days }: { days: readonly string[] }) {
  const texts = useTexts()
  if (days.length === 0) return <Dim>{texts.noDay}</Dim>
  return (
    <Stack component="ul" gap={0}>
      {days.map((day) => (
        <li key={day}>{texts.day(day)}</li>
      ))}
    </Stack>
  )
}

function Publications({ publications }: Pick<PageTitle, 'publications'>) {
  const texts = useTexts()
  if (publications.length === 0) return <Dim>{texts.noPublications}</Dim>
  return (
    <Stack component="ul" gap="xs">
      {publications.map(({ channel, startedOn, endedOn, address }) => (
        <li key={`${channel} ${startedOn}`}>
          {channel}
          <Text size="xs" c="dimmed">
            {endedOn === null ? texts.publishedFrom(startedOn) : texts.publishedUntil(startedOn, endedOn)}
          </Text>
          {address !== null && <WebLink address={address} />}
        </li>
      ))}
    </Stack>
  )
}

function Dim({ children }: { children: string }) {
  return (
    <Text span c="dimmed" fz="inherit">
      {children}
    </Text>
  )
}
