import { Stack } from '@mantine/core'
import { AppLink } from '../../ui/AppLink.tsx'
import classes from './policies.module.css'
import { type Block, partsOf } from './policy-text.ts'

export interface ProseProps {
  blocks: readonly Block[]
  /** Numbers the items of lists, which are cited by number. */
  numbered?: boolean
}

/** Paragraphs and lists of a policy. */
export function Prose({ blocks, numbered = false }: ProseProps) {
  const List = numbered ? 'ol' : 'ul'
  return (
    <Stack gap="xs" className={classes.prose}>
      {blocks.map((block) =>
        typeof block === 'string' ? (
          <p key={block}>
            <LinkedText text={block} />
          </p>
        ) : (
          <List key={block[0]}>
            {block.map((item) => (
              <li key={item}>
                <LinkedText text={item} />
              </li>
            ))}
          </List>
        ),
      )}
    </Stack>
  )
}

function LinkedText({ text }: { text: string }) {
  return partsOf(text).map((part) =>
    typeof part === 'string' ? (
      part
    ) : (
      <AppLink key={part.href} href={part.href}>
        {part.label}
      </AppLink>
    ),
  )
}
