import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { Box } from '@mantine/core'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { Dialog, DialogCancel } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { useObjectUrl } from '../documents/use-object-url.ts'
import { PdfStage } from '../documents/viewer/PdfStage.tsx'
import { PictureStage } from '../documents/viewer/PictureStage.tsx'
import { initialView, viewReducer } from '../documents/viewer/viewer-view.ts'

export interface SharedPaperDialogProps {
  title: string
  type: PaperType
  blob: Blob
  /** When the permission ends; the dialog closes then. */
  until: string
  onClose: () => void
}

/** A document with the name of its viewer over it. Closing the dialog drops the bytes, which are kept nowhere else. */
export function SharedPaperDialog({ title, type, blob, until, onClose }: SharedPaperDialogProps) {
  const [view, dispatch] = useReducer(viewReducer, initialView)
  const [failed, setFailed] = useState(false)
  const url = useObjectUrl(blob)
  const end = useEffectEvent(onClose)
  useEffect(() => {
    const timer = window.setTimeout(() => end(), Math.max(0, Date.parse(until) - Date.now()))
    return () => window.clearTimeout(timer)
  }, [until])
  const fail = () => setFailed(true)
  return (
    <Dialog title={title} size={960} onClose={onClose} footer={<DialogCancel>閉じる</DialogCancel>}>
      {failed ? (
        <ErrorState title="書類を表示できませんでした">もう一度開いてください。</ErrorState>
      ) : (
        <Box h="70vh" style={{ display: 'grid' }}>
          {blob.type === 'application/pdf' ? (
            <PdfStage
              blob={blob}
              view={view}
              dispatch={dispatch}
              spinner={<TextSkeleton lines={4} />}
              takesFocus
              onFailed={fail}
            />
          ) : (
            url && <PictureStage url={url} type={type} view={view} dispatch={dispatch} onFailed={fail} />
          )}
        </Box>
      )}
    </Dialog>
  )
}
