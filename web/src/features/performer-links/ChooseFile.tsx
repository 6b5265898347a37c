import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { Button, List, Text, VisuallyHidden } from '@mantine/core'
import { IconCamera, IconPhoto } from '@tabler/icons-react'
import { useId } from 'react'
import { acceptAttribute } from '../documents/slots/file-checks.ts'
import classes from './ChooseFile.module.css'
import { frameOf } from './camera.ts'
import { useTexts } from './use-texts.ts'

export interface ChooseFileProps {
  type: DocumentType
  onCamera: () => void
  onChoose: (file: File) => void
}

/** Tips, the camera, and the file input. If this page can't use the camera, phones offer theirs for the input. */
export function ChooseFile({ type, onCamera, onChoose }: ChooseFileProps) {
  const texts = useTexts()
  const id = useId()
  return (
    <>
      <p>{texts.about[type]}</p>
      <List>
        {texts.tips[frameOf(type)].map((tip) => (
          <List.Item key={tip}>{tip}</List.Item>
        ))}
      </List>
      <Button fullWidth leftSection={<IconCamera size={20} />} onClick={onCamera}>
        {texts.camera}
      </Button>
      <Button
        component="label"
        variant="default"
        className={classes.choose}
        leftSection={<IconPhoto size={20} aria-hidden />}
      >
        {type === 'agreementFile' ? texts.chooseFile : texts.choose}
        <input
          className={VisuallyHidden.classes.root}
          type="file"
          accept={acceptAttribute(type)}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            // Reset, so that choosing the same file again fires a change event.
            event.currentTarget.value = ''
            if (file) onChoose(file)
          }}
        />
      </Button>
      <Text id={`${id}-hint`} size="xs" c="dimmed">
        {texts.fileHint(type)}
      </Text>
    </>
  )
}
