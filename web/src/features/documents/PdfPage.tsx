import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef } from 'react'

/** More pixels than this a canvas does not hold on every device. */
const canvasPixels = 16_000_000

export interface PdfPageProps {
  pdf: PDFDocumentProxy
  number: number
  /** CSS pixels of the page as it stands, turned. */
  width: number
  turns: number
  /** Empty where a larger picture of the same page tells it. */
  label: string
  onFailed: () => void
}

/** One page, drawn sharp for the screen that shows it. */
export function PdfPage({ pdf, number, width, turns, label, onFailed }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const failed = useRef(onFailed)
  failed.current = onFailed
  useEffect(() => {
    const target = canvas.current
    if (!target || width === 0) return
    const drawing = new AbortController()
    draw(pdf, number, target, { width, turns }, drawing.signal).catch(() => {
      if (!drawing.signal.aborted) failed.current()
    })
    return () => drawing.abort()
  }, [pdf, number, width, turns])
  const named = label === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return <canvas ref={canvas} {...named} style={{ display: 'block', width: '100%' }} />
}

async function draw(
  pdf: PDFDocumentProxy,
  number: number,
  target: HTMLCanvasElement,
  { width, turns }: { width: number; turns: number },
  signal: AbortSignal,
): Promise<void> {
  const page = await pdf.getPage(number)
  if (signal.aborted) return
  const rotation = (page.rotate + turns * 90) % 360
  const natural = page.getViewport({ scale: 1, rotation })
  const wanted = (width / natural.width) * window.devicePixelRatio
  const scale = Math.min(wanted, Math.sqrt(canvasPixels / (natural.width * natural.height)))
  const viewport = page.getViewport({ scale, rotation })
  // Drawn aside and copied over at once, so that zooming shows no white in between.
  const aside = document.createElement('canvas')
  aside.width = Math.floor(viewport.width)
  aside.height = Math.floor(viewport.height)
  const task = page.render({ canvas: aside, viewport })
  signal.addEventListener('abort', () => task.cancel(), { once: true })
  await task.promise
  target.width = aside.width
  target.height = aside.height
  target.getContext('2d')?.drawImage(aside, 0, 0)
}
