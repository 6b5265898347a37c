import { dateInWords } from '@kyc/contract/dates.ts'
import type { DueVideo } from '@kyc/contract/readiness.ts'
import { Box, Group, Text } from '@mantine/core'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { RuledList } from '../../ui/RuledList.tsx'
import { Section } from '../../ui/Section.tsx'

/** The videos whose gate changes by itself within a week (D106). Renders nothing if there is none. */
export function DueVideos({ videos }: { videos: readonly DueVideo[] | undefined }) {
  if (!videos || videos.length === 0) return null
  return (
    <Box mb="md">
      <Section title="7日以内に公開の準備が変わる動画">
        <RuledList p="md">
          {videos.map((video) => (
            <Group component="li" key={video.id} gap="4px 16px" justify="space-between">
              <AppLink href={paths.video(video.id)}>{video.title}</AppLink>
              <Text span size="xs" c="dimmed">
                {dueText(video)}
              </Text>
            </Group>
          ))}
        </RuledList>
      </Section>
    </Box>
  )
}

function dueText({ gate, changesOn }: DueVideo): string {
  const change = gate === 'missing' ? '不足している項目が変わります' : '不足が生じます'
  return `${dateInWords(changesOn)}に${change}`
}
