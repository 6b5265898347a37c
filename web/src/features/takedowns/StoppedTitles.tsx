import type { Takedown } from '@kyc/contract/takedowns.ts'
import { Box, Button, Group, Text } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { formatCount } from '../../ui/format.ts'
import { RuledList } from '../../ui/RuledList.tsx'
import { Section } from '../../ui/Section.tsx'
import { AssignDialog } from './AssignDialog.tsx'
import { stops } from './takedown-text.ts'

/** The title that the request names and those derived from it; admins name the title of a public notice. */
export function StoppedTitles({ takedown }: { takedown: Takedown }) {
  const { state, video, derived } = takedown
  if (video === null) return <UnknownTitle takedown={takedown} />
  const stopped = stops(state)
  return (
    <Section
      title={stopped ? '公開を止めている動画' : '申し出の対象の動画'}
      note={stopped ? `${formatCount(derived.length + 1)}件` : 'この申し出では止めていません'}
    >
      <RuledList p="md">
        <Line video={video} note="申し出の作品" />
        {derived.map((each) => (
          <Line key={each.id} video={each} note="この作品から作られた動画" />
        ))}
      </RuledList>
    </Section>
  )
}

function Line({ video, note }: { video: { id: string; title: string }; note: string }) {
  return (
    <Group component="li" gap="2px 12px">
      <AppLink href={paths.video(video.id)}>{video.title}</AppLink>
      <Text span size="xs" c="dimmed">
        {note}
      </Text>
    </Group>
  )
}

/** A public notice about a title that was not found by its number or address. It stops nothing yet. */
function UnknownTitle({ takedown }: { takedown: Takedown }) {
  const { isAdmin } = useSession()
  const [assigning, setAssigning] = useState(false)
  const open = takedown.closedAt === null
  return (
    <Section title="申し出の対象の動画">
      <Box p="md">
        <Alert
          tone={open ? 'wait' : 'neutral'}
          title={open ? '作品を特定できていないため、まだ何も止めていません' : '作品は特定されませんでした'}
        >
          {open &&
            '申し出の内容から作品を探して、指定してください。指定すると、その作品と、そこから作られた動画の公開をすぐに止めます。'}
        </Alert>
        {open && isAdmin && (
          <Button mt="md" leftSection={<IconVideo size={17} />} onClick={() => setAssigning(true)}>
            作品を指定する
          </Button>
        )}
        {assigning && <AssignDialog takedown={takedown} onClose={() => setAssigning(false)} />}
      </Box>
    </Section>
  )
}
