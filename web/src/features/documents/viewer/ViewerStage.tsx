import type { Seen } from '@kyc/contract/review-checks.ts'
import { Button, Center, Loader, Stack, Text } from '@mantine/core'
import { IconPhotoOff, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { messageOf } from '../../../api/failure-text.ts'
import type { ViewedDocument } from '../document-endpoint.ts'
import { useDocumentBytes } from '../document-queries.ts'
import { useObjectUrl } from '../use-object-url.ts'
import { lensZoom } from './Lens.tsx'
import { PdfStage } from './PdfStage.tsx'
import { PictureStage } from './PictureStage.tsx'
import type { PaneStage } from './pane-stage.ts'
import type { View, ViewAction } from './viewer-view.ts'

/** A pane needs only the screen rendition up to this zoom, since the rendition is wider than the pane. */
const paneSharpness = 2

export interface ViewerStageProps {
  doc: ViewedDocument
  view: View
  dispatch: (action: ViewAction) => void
  /** The bytes could not be displayed. */
  broken: boolean
  /** Absent in the viewer, where the stage fills the window. */
  pane?: PaneStage | undefined
  takesFocus?: boolean
  /** More of the document was shown. */
  onSeen?: ((seen: Partial<Seen>) => void) | undefined
  onBroken: (broken: boolean) => void
}

/** The document, or a spinner or an error. */
export function ViewerStage(props: ViewerStageProps) {
  const { doc, view, dispatch, broken, pane, takesFocus = false, onSeen, onBroken } = props
  const pdf = doc.mimeType === 'application/pdf'
  const screen = useDocumentBytes(doc, 'screen')
  // The screen rendition is sharp until the user zooms in, which loads the full rendition.
  const [zoomedIn, setZoomedIn] = useState(false)
  const shownZoom = view.lens ? view.zoom * lensZoom : view.zoom
  if (!zoomedIn && shownZoom > (pane ? paneSharpness : 1)) setZoomedIn(true)
  const full = useDocumentBytes(doc, 'full', zoomedIn && !pdf)
  const bytes = full.data ?? screen.data
  const url = useObjectUrl(pdf ? undefined : bytes)
  const retry = () => {
    onBroken(false)
    void screen.refetch()
  }
  if (broken || (screen.isError && !bytes)) return <StageFailed error={screen.error} onRetry={retry} />
  if (pdf && bytes) {
    return (
      <PdfStage
        blob={bytes}
        view={view}
        dispatch={dispatch}
        spinner={<Spinner />}
        pane={pane}
        takesFocus={takesFocus}
        onSeen={onSeen}
        onFailed={() => onBroken(true)}
      />
    )
  }
  if (!url) return <Spinner />
  return (
    <PictureStage
      url={url}
      type={doc.type}
      view={view}
      dispatch={dispatch}
      pane={pane}
      onSeen={onSeen}
      onFailed={() => onBroken(true)}
    />
  )
}

function Spinner() {
  return (
    <Center h="100%" role="status" aria-label="読み込み中">
      <Loader color="gray" />
    </Center>
  )
}

function StageFailed({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const damaged = error instanceof ApiError && error.code === 'FILE_UNREADABLE'
  return (
    <Stack
      align="center"
      justify="center"
      gap="xs"
      h="100%"
      py="md"
      px="var(--stage-inset, 10%)"
      ta="center"
      role="alert"
    >
      <IconPhotoOff size={44} stroke={1.3} color="var(--app-bad-text)" aria-hidden />
      <Text component="strong" fz="xl" fw={700}>
        画像の読み込みに失敗しました。
      </Text>
      <Text mb="sm" c="dimmed">
        {damaged ? messageOf(error) : 'ネットワーク接続を確認して、もう一度お試しください。'}
      </Text>
      <Button leftSection={<IconRefresh size={17} />} onClick={onRetry}>
        再試行
      </Button>
      {error instanceof ApiError && error.requestId && (
        <Text component="small" fz="xs" c="var(--app-text-3)">
          お問い合わせ番号 {error.requestId}
        </Text>
      )}
    </Stack>
  )
}
