import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { TextSkeleton } from '../../../ui/Skeletons.tsx'
import { PdfPage } from './PdfPage.tsx'
import { usePdf } from './pdf-document.ts'

/** One page of a PDF, as wide as the comparison. */
export function ComparedPage({ blob, page, label }: { blob: Blob; page: number; label: string }) {
  const state = usePdf(blob)
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [failed, setFailed] = useState(false)
  if (failed || state.kind === 'failed') return <p>PDFを表示できませんでした。</p>
  if (state.kind === 'loading') return <TextSkeleton lines={4} />
  if (page > state.pdf.numPages) return <p>このページはありません。</p>
  return (
    <div ref={ref}>
      <PdfPage
        pdf={state.pdf}
        number={page}
        width={width}
        turns={0}
        label={label}
        onFailed={() => setFailed(true)}
      />
    </div>
  )
}
