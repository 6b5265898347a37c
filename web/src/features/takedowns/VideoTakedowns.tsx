import { takedownKinds, takedownStateLabels } from '@kyc/contract/takedown-vocabulary.ts'
import type { TakedownLine } from '@kyc/contract/takedowns.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useState } from 'react'
import { failedQuery } from '../../api/failed-query.ts'
import { paths } from '../../paths.ts'
import { useRefused } from '../../session/EditRefusal.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { RuledList } from '../../ui/RuledList.tsx'
import { Section } from '../../ui/Section.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { EnterTakedownDialog } from './EnterTakedownDialog.tsx'
import { DueBadge, TakedownStateBadge } from './TakedownBadges.tsx'
import { useTakedownsOf } from './takedown-queries.ts'
import { useNow } from './use-now.ts'

interface StoppedNoticeProps {
  videoId: string
  /** What stands below is loading. The notice appears together with it, so that the page moves only once. */
  waits: boolean
}

/** On top of the page of a video: the requests that keep it from being published. Nothing without one. */
export function StoppedNotice({ videoId, waits }: StoppedNoticeProps) {
  const { stopping } = useTakedownsOf(videoId)
  if (stopping.length === 0 || waits) return null
  return (
    <Alert
      mb={16}
      role="status"
      icon={IconHandStop}
      title="公開停止の申し出があるため、この動画は新しく公開できません"
    >
      <Stack component="ul" gap={2}>
        {stopping.map((takedown) => (
          <li key={takedown.id}>
            <AppLink href={paths.takedown(takedown.id)}>
              {takedownKinds[takedown.kind].label}（{takedown.number}）
            </AppLink>
            ・{takedownStateLabels[takedown.state]}
            {ofSource(takedown, videoId)}
          </li>
        ))}
      </Stack>
    </Alert>
  )
}

/** Names the title of the request, if the video is only derived from it. */
function ofSource({ video }: TakedownLine, videoId: string): string {
  return video && video.id !== videoId ? `・元の作品「${video.title}」への申し出` : ''
}

export interface TakedownSectionProps {
  video: { readonly id: string; readonly title: string }
  /** The performers of the video; the name of a sealed record is null. */
  performers: readonly { readonly performerId: string; readonly name: string | null }[]
}

/** The requests about a video, and the act to enter one that arrived otherwise. */
export function TakedownSection({ video, performers }: TakedownSectionProps) {
  const refused = useRefused()
  const now = useNow()
  const { all, failed } = useTakedownsOf(video.id)
  const [entering, setEntering] = useState(false)
  useReturnFocus(entering)
  const named = performers.flatMap(({ performerId: id, name }) => (name === null ? [] : [{ id, name }]))
  return (
    <Section
      title="公開停止の申し出"
      action={
        <Button
          variant="default"
          leftSection={<IconHandStop size={17} />}
          {...refused}
          onClick={() => setEntering(true)}
        >
          申し出を記録
        </Button>
      }
    >
      {failed && <ErrorState title="申し出を取得できませんでした" {...failedQuery(failed)} />}
      {all?.length === 0 && (
        <Text p="md" c="dimmed">
          申し出はありません。メールや手紙で届いた場合は、「申し出を記録」を押すと、すぐに公開を止められます。
        </Text>
      )}
      {all && all.length > 0 && (
        <RuledList p="md" aria-label="公開停止の申し出">
          {all.map((takedown) => (
            <Group component="li" key={takedown.id} gap="4px 12px">
              <AppLink href={paths.takedown(takedown.id)}>
                {takedownKinds[takedown.kind].label}（{takedown.number}）
              </AppLink>
              <TakedownStateBadge state={takedown.state} />
              <DueBadge takedown={takedown} now={now} />
              {ofSource(takedown, video.id)}
            </Group>
          ))}
        </RuledList>
      )}
      {entering && (
        <EnterTakedownDialog video={video} performers={named} onClose={() => setEntering(false)} />
      )}
    </Section>
  )
}
