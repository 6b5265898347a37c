import { rules } from '@kyc/contract/law-rules.ts'
import { gateStateLabels, listVideosOfPerformer, type VideoOfPerformer } from '@kyc/contract/readiness.ts'
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { failedQuery } from '../../api/failed-query.ts'
import { callQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { RuledList } from '../../ui/RuledList.tsx'
import { Section } from '../../ui/Section.tsx'

/** The videos with the performer, each with what it still lacks of this performer before its publication (D106). */
export function VideosSection({ performerId }: { performerId: string }) {
  const videos = useQuery(callQuery(listVideosOfPerformer, { params: { id: performerId } }))
  if (videos.isError && !videos.data)
    return (
      <Section title="出演した動画">
        <ErrorState title="出演した動画を取得できませんでした" {...failedQuery(videos)} />
      </Section>
    )
  // Most performers have no video at first, and a section that only states this would be in the way.
  if (!videos.data || videos.data.length === 0) return null
  return (
    <Section title="出演した動画">
      <RuledList p="md">
        {videos.data.map((video) => (
          <VideoLine key={video.id} video={video} />
        ))}
      </RuledList>
    </Section>
  )
}

function VideoLine({ video: { id, title, gate, rules: broken } }: { video: VideoOfPerformer }) {
  return (
    <Stack component="li" gap={2}>
      <Group gap="xs" justify="space-between">
        <AppLink href={paths.video(id)}>{title}</AppLink>
        <Text span size="xs" c="dimmed">
          {gateStateLabels[gate]}
        </Text>
      </Group>
      {broken.length > 0 && (
        <Stack component="ul" gap={2} fz="xs" aria-label="この出演者の不足">
          {broken.map((rule) => (
            <li key={rule}>{rules[rule].text}</li>
          ))}
        </Stack>
      )}
    </Stack>
  )
}
