import { Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconPlus, IconTrash } from '@tabler/icons-react'
import type { Dispatch, KeyboardEvent, ReactNode } from 'react'
import { useId } from 'react'
import { singleKeysOn } from '../../../ui/single-keys.ts'
import { type PictureSize, RedactionStage } from './RedactionStage.tsx'
import classes from './redaction.module.css'
import type { Redaction, RedactionAction } from './redaction.ts'
import type { RedactionTexts } from './redaction-texts-ja.ts'

export interface RedactionEditorProps {
  /** The URL of the picture; undefined until the picture is loaded. */
  url: string | undefined
  redaction: Redaction
  dispatch: Dispatch<RedactionAction>
  texts: RedactionTexts
  disabled: boolean
  onFailed: () => void
  /** Called with the size of the picture in pixels once it is shown. */
  onSize?: (size: PictureSize) => void
  /** Above the picture, such as the watermark of a stored document. */
  overlay?: ReactNode
}

/** A picture with boxes over it, its buttons and keys. */
export function RedactionEditor({
  url,
  redaction,
  dispatch,
  texts,
  disabled,
  ...stage
}: RedactionEditorProps) {
  const keysId = useId()
  const { selected, past } = redaction
  const add = () => dispatch({ kind: 'add' })
  const undo = () => dispatch({ kind: 'undo' })
  const onKeyDown = (event: KeyboardEvent) => {
    if (disabled) return
    const command = event.ctrlKey || event.metaKey
    if (command && event.key === 'z') undo()
    else if (!command && !event.altKey && singleKeysOn() && event.key.toLowerCase() === 'n') add()
    else return
    event.preventDefault()
  }
  return (
    // Handles the keys of everything inside, and has the focus itself until the picture is loaded.
    <Stack
      className={classes.editor}
      gap="sm"
      tabIndex={-1}
      data-autofocus={!url || undefined}
      onKeyDown={onKeyDown}
    >
      <Text size="xs" c="dimmed">
        {texts.intro}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          px="xs"
          leftSection={<IconPlus size={17} />}
          disabled={disabled}
          onClick={add}
        >
          {texts.add}
        </Button>
        <Button
          variant="default"
          px="xs"
          leftSection={<IconTrash size={17} />}
          disabled={disabled || selected === undefined}
          onClick={() => selected !== undefined && dispatch({ kind: 'remove', id: selected })}
        >
          {texts.remove}
        </Button>
        <Button
          variant="default"
          px="xs"
          leftSection={<IconArrowBackUp size={17} />}
          disabled={disabled || past.length === 0}
          onClick={undo}
        >
          {texts.undo}
        </Button>
      </Group>
      {url && (
        <RedactionStage
          url={url}
          redaction={redaction}
          dispatch={dispatch}
          texts={texts}
          keysId={keysId}
          disabled={disabled}
          {...stage}
        />
      )}
      <Text size="xs" c="dimmed" className={classes.keys} id={keysId}>
        {texts.keys}
      </Text>
    </Stack>
  )
}
