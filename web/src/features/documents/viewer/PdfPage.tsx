import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useEffectEvent, useRef } from 'react'

/** In pixels; some devices can not allocate a larger canvas. */
const canvasPixels = 16_000_000

export interface PdfPageProps {
  pdf: PDFDocumentProxy
  number: number
  /** CSS pixels of the page after rotation. */
  width: number
  turns: number
  /** The factor by which the page is drawn sharper than the screen, for a part that is enlarged. */
  scale?: number
  /** Accessible name; empty for a decorative thumbnail. */
  label: string
  /** The page is on the canvas. */
  onDrawn?: () => void
  onFailed: () => void
}

/** A stroke thinner than a pixel vanishes, so pages are drawn denser than the screen and smoothed. */
const supersampling = 3

/** Renders one page at the pixel density of the screen. */
export function PdfPage({ pdf, number, width, turns, scale = 1, label, onDrawn, onFailed }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const fail = useEffectEvent(onFailed)
  const drawn = useEffectEvent(() => onDrawn?.())
  useEffect(() => {
    const target = canvas.current
    if (!target || width === 0) return
    const drawing = new AbortController()
    draw(pdf, number, target, { width: width * scale, turns }, drawing.signal).then(
      () => !drawing.signal.aborted && drawn(),
      () => !drawing.signal.aborted && fail(),
    )
    return () => drawing.abort()
  }, [pdf, number, width, turns, scale])
  const accessibility = label === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return <canvas ref={canvas} {...accessibility} style={{ display: 'block', width: '100%' }} />
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
  const fullScale = (width / natural.width) * window.devicePixelRatio * supersampling
  const scale = Math.min(fullScale, Math.sqrt(canvasPixels / (natural.width * natural.height)))
  const viewport = page.getViewport({ scale, rotation })
  // Rendered off screen and copied at once, so that zooming does not flash white.
  const buffer = document.createElement('canvas')
  buffer.width = Math.floor(viewport.width)
  buffer.height = Math.floor(viewport.height)
  const task = page.render({ canvas: buffer, viewport })
  signal.addEventListener('abort', () => task.cancel(), { once: true })
  await task.promise
  // The canvas has the pixels of the screen, or those of the buffer if the limit made the buffer smaller.
  const ratio = Math.min(1, (width * window.devicePixelRatio) / buffer.width)
  target.width = Math.round(buffer.width * ratio)
  target.height = Math.round(buffer.height * ratio)
  const context = target.getContext('2d')
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.drawImage(buffer, 0, 0, target.width, target.height)
}
