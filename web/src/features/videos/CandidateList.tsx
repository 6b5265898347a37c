import type { ListedPerformer } from '@kyc/contract/performers.ts'
import type { VideoCandidate } from '@kyc/contract/videos.ts'
import { Box, Checkbox, Group, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { RuledList } from '../../ui/RuledList.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { PerformerStateBadge } from '../performers/PerformerStateBadge.tsx'
import classes from './CandidateList.module.css'

export interface CandidateListProps {
  candidates: readonly VideoCandidate[]
  chosen: ReadonlySet<ListedPerformer['id']>
  /** Set while the chosen ones are being added. */
  readOnly: boolean
  onToggle: (id: ListedPerformer['id']) => void
}

/** One line each; a click toggles its checkbox. Performers already in the video are disabled. */
export function CandidateList({ candidates, chosen, readOnly, onToggle }: CandidateListProps) {
  return (
    <RuledList flush aria-label="追加できる出演者">
      {candidates.map(({ performer, added }) => (
        <li key={performer.id}>
          <Candidate
            performer={performer}
            added={added}
            checked={chosen.has(performer.id)}
            disabled={added || readOnly}
            onToggle={onToggle}
          />
        </li>
      ))}
    </RuledList>
  )
}

interface CandidateProps {
  performer: ListedPerformer
  added: boolean
  checked: boolean
  disabled: boolean
  onToggle: (id: ListedPerformer['id']) => void
}

function Candidate({ performer, added, checked, disabled, onToggle }: CandidateProps) {
  const id = useId()
  return (
    <label
      htmlFor={`${id}-box`}
      className={classes.line}
      data-added={added || undefined}
      data-checked={checked || undefined}
    >
      <Group component="span" wrap="nowrap" mih={56} px="md" py="xs" lh={1.4}>
        <Checkbox
          id={`${id}-box`}
          checked={added || checked}
          disabled={disabled}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-state`}
          onChange={() => onToggle(performer.id)}
        />
        <Box component="span" flex={1}>
          <span className={text.name} id={`${id}-name`}>
            {performer.lastName} {performer.firstName}
          </span>
          <span className={text.second}>
            {performer.lastNameRoman} {performer.firstNameRoman}
          </span>
        </Box>
        <Text span fz="xs" c="dimmed" visibleFrom="sm">
          <Timestamp listed at={performer.created_at} precision="day" /> 登録
        </Text>
        <Group component="span" className={classes.state} gap="4px 8px" justify="flex-end" id={`${id}-state`}>
          {added && (
            <StateBadge tone="neutral" icon={IconCheck}>
              追加済み
            </StateBadge>
          )}
          <PerformerStateBadge status={performer.status} relied={performer.relied} />
        </Group>
      </Group>
    </label>
  )
}
