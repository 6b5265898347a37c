import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import classes from './DocumentThumbnail.module.css'
import { PdfPage } from './PdfPage.tsx'
import { usePdf } from './pdf-document.ts'

/** The first page, or `fallback` while it loads and if it can't be rendered. */
export function PdfThumbnail({ blob, label, fallback }: { blob: Blob; label: string; fallback: ReactNode }) {
  const state = usePdf(blob)
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [failed, setFailed] = useState(false)
  if (failed || state.kind !== 'ready') return fallback
  return (
    <div ref={ref} className={classes.page}>
      <PdfPage
        pdf={state.pdf}
        number={1}
        width={width}
        turns={0}
        label={label}
        onFailed={() => setFailed(true)}
      />
    </div>
  )
}
