import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useRef } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { isOutdated } from './use-review.ts'

export interface NewerVersionProps {
  /** The version on screen. */
  doc: PerformerDocument
  /** The newest version of its slot. */
  newest: PerformerDocument | undefined
  /** Shows the newest version and makes it the one to decide on. */
  onView: () => void
}

/** Asks the reviewer to view the newest version, once one was submitted after the version on screen. */
export function NewerVersion({ doc, newest, onView }: NewerVersionProps) {
  const region = useRef<HTMLDivElement>(null)
  const view = () => {
    // The button disappears, so the region takes the focus, and gets it back when the viewer closes.
    region.current?.focus()
    onView()
  }
  return (
    // The live region exists before its text, so that the text is announced.
    <div ref={region} role="status" tabIndex={-1}>
      {isOutdated(doc, newest) && (
        <Alert tone="wait" role="presentation" title="新しい書類が提出されています" mt={12} mb={12}>
          表示しているのは第{doc.version}版です。最新の書類を確認してから判定してください。
          <div>
            <Button variant="default" mt={8} leftSection={<IconEye size={17} />} onClick={view}>
              最新の書類を見る
            </Button>
          </div>
        </Alert>
      )}
    </div>
  )
}
