import { downloadPack, type OpenedPack, openPack } from '@kyc/contract/packs.ts'
import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { failureText } from '../../../api/failure-text.ts'
import { paths } from '../../../paths.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { formatBytes, formatDateTime } from '../../../ui/format.ts'
import { LanguageFrame } from '../../../ui/LanguageFrame.tsx'
import { browserLanguage, languageNames, type PageLanguage } from '../../../ui/page-language.ts'
import { TextSkeleton } from '../../../ui/Skeletons.tsx'
import { useLinkToken } from '../../sign-in/use-link-token.ts'
import { en } from './texts-en.ts'
import { ja, type RecipientTexts } from './texts-ja.ts'

const texts = { ja, en } as const satisfies Record<PageLanguage, RecipientTexts>
const languages = Object.keys(texts) as PageLanguage[] // the keys of the table

/** /packs: the recipient downloads a pack here with its link, without an account (D109). */
export function RecipientPage() {
  const { lang }: Record<string, unknown> = useSearch({ strict: false })
  const language = languages.find((each) => each === lang) ?? browserLanguage()
  const words = texts[language]
  const token = useLinkToken()
  const opened = useRef<string | null>(null)
  const opening = useMutation({ mutationFn: (link: string) => call(openPack, { body: { token: link } }) })
  const { mutate } = opening
  useEffect(() => {
    // Calls once for each link: the effect runs twice in development, and each call counts as an opening.
    if (token === null || opened.current === token) return
    opened.current = token
    mutate(token)
  }, [token, mutate])
  return (
    <LanguageFrame
      texts={words}
      languages={languages.map((each) => ({
        code: each,
        name: languageNames[each],
        href: paths.pack({ lang: each }),
        current: each === language,
      }))}
    >
      <title>{`${words.title}｜${words.product}`}</title>
      <Paper component="section" withBorder p="card" w="100%" maw={640} mx="auto">
        <Title mb="sm">{words.title}</Title>
        {token === null && <Alert tone="wait">{words.noLink}</Alert>}
        {token !== null && !opening.data && !opening.error && (
          <div role="status" aria-label={words.loading}>
            <TextSkeleton lines={5} />
          </div>
        )}
        {opening.error && (
          <Failure error={opening.error} words={words} onRetry={() => token !== null && mutate(token)} />
        )}
        {opening.data && !opening.error && (
          <Opened
            pack={opening.data}
            words={words}
            busy={opening.isPending}
            onAgain={() => token !== null && mutate(token)}
          />
        )}
      </Paper>
    </LanguageFrame>
  )
}

interface FailureProps {
  error: Error
  words: RecipientTexts
  onRetry: () => void
}

function Failure({ error, words, onRetry }: FailureProps) {
  if (error instanceof ApiError && error.status === 404)
    return <Alert title={words.endedTitle}>{words.ended}</Alert>
  return (
    <Stack align="flex-start">
      <Alert title={words.failedTitle}>{failureText(error)}</Alert>
      <Button variant="default" onClick={onRetry}>
        {words.again}
      </Button>
    </Stack>
  )
}

interface OpenedProps {
  pack: OpenedPack
  words: RecipientTexts
  busy: boolean
  onAgain: () => void
}

function Opened({ pack, words, busy, onAgain }: OpenedProps) {
  const { shape, organisation, state, progress, videoCount, performerCount, unmasked } = pack
  return (
    <Stack>
      <Text>{words.from(organisation)}</Text>
      <Facts
        facts={[
          [words.shape, words.shapes[shape]],
          [words.content, words.counts(videoCount, performerCount)],
          [words.identity, unmasked ? words.unmasked : words.masked],
          ...(pack.bytes === null ? [] : [[words.size, formatBytes(pack.bytes)] as const]),
          ...(pack.sha256 === null
            ? []
            : [
                [
                  words.sha256,
                  <span key="sha256" style={{ overflowWrap: 'anywhere' }}>
                    {pack.sha256}
                  </span>,
                ] as const,
              ]),
          [words.until, formatDateTime(pack.expiresAt)],
        ]}
      />
      {state === 'ready' && (
        <>
          <Text>{words.care}</Text>
          {/* A link, so that the browser writes the file to the disk while it arrives. */}
          <Button
            component="a"
            size="md"
            leftSection={<IconDownload size={18} />}
            href={`/api${downloadPack.path}`}
            download={pack.filename}
          >
            {words.download}
          </Button>
          <Text size="xs" c="dimmed">
            {words.verify}
          </Text>
        </>
      )}
      {state === 'waiting' && (
        <>
          <Alert tone="wait" role="status">
            {words.making(progress.done, progress.total)}
            {words.wait}
          </Alert>
          <BusyButton variant="default" busy={busy} onClick={onAgain}>
            {words.again}
          </BusyButton>
        </>
      )}
      {state === 'failed' && <Alert>{words.failedToMake}</Alert>}
    </Stack>
  )
}
