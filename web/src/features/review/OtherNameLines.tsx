import { type OtherName, otherNameKindLabels, otherNameText } from '@kyc/contract/other-names.ts'
import { Stack, Text } from '@mantine/core'
import { formatDate } from '../../ui/format.ts'

/** Stage names and former names (D98), each with the days of its use. */
export function OtherNameLines({ names, gap }: { names: readonly OtherName[]; gap?: number }) {
  return (
    <Stack component="ul" gap={gap ?? 4} m={0} p={0} style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
      {names.map((name) => (
        <li key={otherNameText(name)}>
          {`${otherNameKindLabels[name.kind]}：${name.name} `}
          {(name.from || name.until) && (
            <Text span inherit c="dimmed" display="inline-block">
              {`${dayText(name.from)}～${dayText(name.until)}`}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  )
}

const dayText = (day: string | null) => (day ? formatDate(day) : '')
