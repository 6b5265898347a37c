import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { readContract, receiveSheet } from '@kyc/contract/performer-page.ts'
import { Text } from '@mantine/core'
import { useId, useState } from 'react'
import { call } from '../../../api/call.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { useLinkCall } from '../../performer-links/frame/use-link-call.ts'
import type { SigningCalls } from './page-calls.ts'
import { Questions } from './Questions.tsx'
import { SigningPaper } from './SigningPaper.tsx'
import { SigningStepFrame } from './SigningStepFrame.tsx'
import { useTexts } from './use-texts.ts'

type PaperStepProps = SigningCalls & { type: PaperType; onBack: (() => void) | undefined }

/** Steps 2 and 3: a paper, and the statement of its receipt or that it was read. */
export function PaperStep({ type, onBack, ...calls }: PaperStepProps) {
  const texts = useTexts()
  const whyId = useId()
  const { session, signing, onSession, onError } = calls
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const [all, setAll] = useState<number | null>(null)
  const params = { id: session.id, signing: signing.id }
  const isContract = type === 'contract'
  const statement = useLinkCall(
    () =>
      isContract
        ? call(readContract, { params, body: { pages: [...seen] } })
        : call(receiveSheet, { params }),
    onSession,
    onError,
  )
  const statedAt = isContract ? signing.readAt : signing.sheetReceivedAt
  const complete = all !== null && (isContract ? seen.size >= all : seen.has(all))
  return (
    <SigningStepFrame
      calls={calls}
      step={isContract ? 'contract' : 'sheet'}
      title={isContract ? texts.contractTitle : texts.sheetTitle}
      onBack={onBack}
    >
      <p>{isContract ? texts.contractLead : texts.sheetLead}</p>
      <SigningPaper
        pageId={session.id}
        signing={signing}
        type={type}
        onSeen={(page, pages) => {
          setAll(pages)
          setSeen((before) => (before.has(page) ? before : new Set([...before, page])))
        }}
        onError={onError}
      />
      {statedAt === null ? (
        <>
          {statement.error && <Alert title={statement.error} />}
          <BusyButton
            fullWidth
            disabled={!complete}
            busy={statement.busy}
            aria-describedby={whyId}
            onClick={() => statement.run(undefined)}
          >
            {isContract ? texts.contractRead : texts.sheetReceive}
          </BusyButton>
          <Text id={whyId} size="xs" c="dimmed">
            {complete
              ? !isContract && texts.sheetNote
              : isContract
                ? texts.contractWhy(seen.size, all ?? signing.contractPages)
                : texts.sheetWhy}
          </Text>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {isContract ? texts.readAt(statedAt) : texts.received(statedAt)}
        </Text>
      )}
      <Questions {...calls} />
    </SigningStepFrame>
  )
}
