import { Box, Button, Text } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useState } from 'react'
import { failedQuery } from '../../api/failed-query.ts'
import { useRefused } from '../../session/EditRefusal.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { CreatePackDialog, type PackSubject } from './CreatePackDialog.tsx'
import { PackLines } from './PackLines.tsx'
import { usePacks } from './pack-queries.ts'

/** The packs about one title or performer, and the act to make one (D109). */
export function PackSection({ subject }: { subject: PackSubject }) {
  const refused = useRefused()
  const [creating, setCreating] = useState(false)
  useReturnFocus(creating)
  const query =
    'videos' in subject ? { video: subject.videos[0]?.id ?? '' } : { performer: subject.performer.id }
  const packs = usePacks(query)
  return (
    <Section
      title="証拠パック"
      action={
        <Button
          variant="default"
          leftSection={<IconPackage size={17} />}
          {...refused}
          onClick={() => setCreating(true)}
        >
          証拠パックを作成
        </Button>
      }
    >
      {packs.isPending && (
        <Box p="md">
          <TextSkeleton lines={2} />
        </Box>
      )}
      {packs.isError && !packs.data && (
        <ErrorState title="証拠パックを取得できませんでした" {...failedQuery(packs)} />
      )}
      {packs.data?.items.length === 0 && (
        <Text p="md" c="dimmed">
          配信事業者やカード会社に渡す記録を、1つのZIPにまとめられます。
        </Text>
      )}
      {packs.data && packs.data.items.length > 0 && (
        <PackLines packs={packs.data.items} named={false} refused={refused} />
      )}
      {creating && <CreatePackDialog subject={subject} onClose={() => setCreating(false)} />}
    </Section>
  )
}
