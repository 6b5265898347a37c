import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconCamera, IconPhoto } from '@tabler/icons-react'
import { useId } from 'react'
import { acceptAttribute } from '../documents/slots/file-checks.ts'
import classes from './ChooseFile.module.css'
import { frameOf } from './camera.ts'
import shared from './Step.module.css'
import { useTexts } from './use-texts.ts'

export interface ChooseFileProps {
  type: DocumentType
  onCamera: () => void
  onChoose: (file: File) => void
}

/** Tips, the camera, and the file input, which phones without a usable camera offer theirs for. */
export function ChooseFile({ type, onCamera, onChoose }: ChooseFileProps) {
  const texts = useTexts()
  const id = useId()
  return (
    <>
      <p>{texts.about[type]}</p>
      <ul className={shared.list}>
        {texts.tips[frameOf(type)].map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
      <Button fullWidth leftSection={<IconCamera size={20} />} onClick={onCamera}>
        {texts.camera}
      </Button>
      <label className={classes.choose} htmlFor={id}>
        <IconPhoto size={20} aria-hidden />
        {type === 'agreementFile' ? texts.chooseFile : texts.choose}
        <input
          id={id}
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
      </label>
      <p id={`${id}-hint`} className={shared.note}>
        {texts.fileHint(type)}
      </p>
    </>
  )
}
