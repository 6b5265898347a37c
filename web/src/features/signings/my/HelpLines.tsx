import { helpLines } from '@kyc/contract/help-lines.ts'
import { Stack, Text } from '@mantine/core'
import { use } from 'react'
import { LanguageContext } from '../../performer-links/frame/language.ts'
import { StepCard } from '../../performer-links/frame/Step.tsx'
import { useTexts } from './use-texts.ts'

/** Public help lines, each to be called with a tap. */
export function HelpLines() {
  const texts = useTexts()
  const language = use(LanguageContext)
  return (
    <StepCard>
      <Text size="sm">{texts.helpLead}</Text>
      <Stack component="ul" gap="sm">
        {helpLines.map(({ name, number, note }) => (
          <li key={number}>
            {name[language]}
            <br />
            <Text component="a" href={`tel:${encodeURIComponent(number)}`} fw={700} fz="lg">
              {number}
            </Text>
            <Text size="xs" c="dimmed">
              {note[language]}
            </Text>
          </li>
        ))}
      </Stack>
    </StepCard>
  )
}
