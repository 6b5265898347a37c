import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { paperTypeLabels } from '@kyc/contract/labels.ts'
import type { SharedRecords, SharedVideo } from '@kyc/contract/shares.ts'
import { Button, Group, Text } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { useRefused } from '../../session/EditRefusal.tsx'
import { RuledList } from '../../ui/RuledList.tsx'
import { Section } from '../../ui/Section.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { OpenPaperDialog } from './OpenPaperDialog.tsx'
import { SharedPaperDialog } from './SharedPaperDialog.tsx'
import { performerName } from './shared-text.ts'

type Performer = SharedRecords['performers'][number]
interface Chosen {
  readonly type: PaperType
  readonly performer: Performer
  /** Its bytes, once they were fetched with a reason. */
  readonly blob: Blob | null
}

/** The documents that may be opened now, each with a reason. An open one closes when its permission ends. */
export function SharedPapers({ video }: { video: SharedVideo }) {
  const refused = useRefused()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  useReturnFocus(chosen !== null)
  const close = () => setChosen(null)
  const { performers } = video.records
  const isPermitted = chosen !== null && video.papers.some(({ type }) => type === chosen.type)
  return (
    <Section title="書類の閲覧">
      {video.papers.length === 0 ? (
        <Text p="md" c="dimmed">
          開ける書類はありません。必要なときは、共有元に許可を依頼してください。
        </Text>
      ) : (
        <RuledList p="md" aria-label="開ける書類">
          {video.papers.map(({ type, until }) => (
            <Group component="li" key={type} gap="8px 12px">
              <span>
                {paperTypeLabels[type]}：<Timestamp listed at={until} />
                まで開けます
              </span>
              {performers.map((performer) => (
                <Button
                  key={performer.id}
                  variant="default"
                  size="xs"
                  leftSection={<IconFileText size={16} />}
                  aria-label={`${performerName(performer)}の${paperTypeLabels[type]}を開く`}
                  {...refused}
                  onClick={() => setChosen({ type, performer, blob: null })}
                >
                  {performerName(performer)}
                </Button>
              ))}
            </Group>
          ))}
        </RuledList>
      )}
      {isPermitted && chosen.blob === null && (
        <OpenPaperDialog
          shareId={video.id}
          type={chosen.type}
          performer={chosen.performer}
          onOpened={(blob) => setChosen({ ...chosen, blob })}
          onClose={close}
        />
      )}
      {isPermitted && chosen.blob !== null && (
        <SharedPaperDialog
          title={`${performerName(chosen.performer)}の${paperTypeLabels[chosen.type]}`}
          type={chosen.type}
          blob={chosen.blob}
          until={video.papers.find(({ type }) => type === chosen.type)?.until ?? ''}
          onClose={close}
        />
      )}
    </Section>
  )
}
