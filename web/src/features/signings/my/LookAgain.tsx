import { Group, Text } from '@mantine/core'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import type { SigningCalls } from './page-calls.ts'
import { useTexts } from './use-texts.ts'

/** Opens an earlier step again. */
export function LookAgain({ onLook }: SigningCalls) {
  const texts = useTexts()
  const looks = [
    ['talk', texts.lookTalk],
    ['sheet', texts.lookSheet],
    ['contract', texts.lookContract],
  ] as const
  return (
    <div>
      <Text size="sm" c="dimmed">
        {texts.lookAgain}
      </Text>
      <Group gap="0 20px">
        {looks.map(([step, label]) => (
          <LinkButton key={step} onClick={() => onLook(step)}>
            {label}
          </LinkButton>
        ))}
      </Group>
    </div>
  )
}
