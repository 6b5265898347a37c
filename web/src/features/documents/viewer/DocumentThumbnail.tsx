import { anyDocumentLabels } from '@kyc/contract/labels.ts'
import { Skeleton, Stack } from '@mantine/core'
import { IconFileTypePdf, IconPhoto, IconPhotoOff } from '@tabler/icons-react'
import { ApiError } from '../../../api/api-error.ts'
import type { ViewedDocument } from '../document-endpoint.ts'
import { useDocumentBytes } from '../document-queries.ts'
import { useObjectUrl } from '../use-object-url.ts'
import classes from './DocumentThumbnail.module.css'
import { Watermark } from './Watermark.tsx'

export interface DocumentThumbnailProps {
  doc: ViewedDocument
  /** The document is named elsewhere: no alternative text, and no text for a temporary failure. */
  decorative?: boolean
  /** Too small for a failure text. */
  textless?: boolean
}

/** Thumbnail of a document with the watermark of D22; an icon if there is none, such as for a PDF. */
export function DocumentThumbnail({ doc, decorative = false, textless = false }: DocumentThumbnailProps) {
  const bytes = useDocumentBytes(doc, 'thumbnail', doc.thumbnail)
  const url = useObjectUrl(bytes.data)
  const label = decorative ? '' : anyDocumentLabels[doc.type]
  const Icon = doc.mimeType === 'application/pdf' ? IconFileTypePdf : IconPhoto
  return (
    <div className={classes.frame}>
      {!doc.thumbnail && <Icon size={40} stroke={1.2} aria-hidden />}
      {bytes.isError && (
        <Stack component="span" align="center" gap={4} p="xs" fz="xs" lh={1.4} ta="center" c="dimmed">
          <IconPhotoOff size={24} stroke={1.5} aria-hidden />
          {!textless && thumbnailErrorText(bytes.error, decorative)}
        </Stack>
      )}
      {bytes.isLoading && <Skeleton width="100%" height="100%" radius={0} />}
      {url && (
        <img
          className={classes.picture}
          data-face={isFace(doc.type)}
          src={url}
          alt={label}
          draggable={false}
        />
      )}
      {bytes.data && <Watermark small />}
    </div>
  )
}

/** Whether the type shows a face. Its picture is shown whole, since filling the frame would cut heads off. */
function isFace(type: ViewedDocument['type']): true | undefined {
  return type === 'selfie' || type === 'selfieWithId' || undefined
}

function thumbnailErrorText(error: Error, decorative: boolean): string {
  if (error instanceof ApiError && error.code === 'FILE_UNREADABLE') return 'ファイルが破損しています。'
  return decorative ? '' : '画像の読み込みに失敗しました。'
}
