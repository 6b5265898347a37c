import { Button, Group, SegmentedControl, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconRefresh,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Alert } from '../../../ui/Alert.tsx'
import { Loading } from '../../../ui/Skeletons.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { PdfPage } from '../../documents/viewer/PdfPage.tsx'
import { usePageSizes, usePdf } from '../../documents/viewer/pdf-document.ts'
import { useTexts } from '../my/use-texts.ts'
import classes from './PaperPages.module.css'
import { type Paragraph, usePageText } from './page-text.ts'

type View = 'paper' | 'text'

export interface PaperPagesProps {
  blob: Blob
  filename: string
  /** Of the paper. */
  language: string
  /** How many pages there are, as far as they are known before the file is opened. */
  pages: number
  /** A page is on the screen. */
  onSeen?: (page: number, pages: number) => void
}

/** A paper to read, one page at a time: as it is printed, or as text for small screens and screen readers. */
export function PaperPages({ blob, filename, language, pages, onSeen }: PaperPagesProps) {
  const texts = useTexts()
  const state = usePdf(blob)
  const sizes = usePageSizes(state)
  const [page, setPage] = useState(1)
  const [view, setView] = useState<View>('paper')
  const [zoomed, setZoomed] = useState(false)
  const top = useRef<HTMLDivElement>(null)
  const pdf = state.kind === 'ready' ? state.pdf : undefined
  const text = usePageText(pdf, page)
  const save = () => saveFile(blob, filename)
  // Counts all pages as seen: another program shows what this browser cannot draw.
  const saveAll = () => {
    save()
    for (let number = 1; number <= pages; number++) onSeen?.(number, pages)
  }
  if (state.kind === 'failed') return <PaperFailed text={texts.failed} onSave={saveAll} />
  if (!pdf || !sizes) return <PaperLoading />
  const all = sizes.length
  const turn = (to: number) => {
    setPage(to)
    top.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <Stack gap="xs" ref={top} className={classes.paper}>
      <Group gap="xs" justify="space-between">
        <SegmentedControl
          aria-label={texts.viewLabel}
          value={view}
          onChange={(next) => setView(next === 'text' ? 'text' : 'paper')}
          data={[
            { value: 'paper', label: texts.viewPaper },
            { value: 'text', label: texts.viewText },
          ]}
        />
        {view === 'paper' && (
          <Button
            variant="default"
            leftSection={zoomed ? <IconZoomOut size={18} /> : <IconZoomIn size={18} />}
            aria-pressed={zoomed}
            onClick={() => setZoomed(!zoomed)}
          >
            {zoomed ? texts.zoomOut : texts.zoomIn}
          </Button>
        )}
        <Button variant="default" leftSection={<IconDownload size={18} />} onClick={save}>
          {texts.paperSave}
        </Button>
      </Group>
      {view === 'paper' && !zoomed && (
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {texts.paperHint}
        </Text>
      )}
      {view === 'paper' ? (
        <PaperView
          key={page}
          pdf={pdf}
          page={page}
          all={all}
          size={sizes[page - 1]}
          zoomed={zoomed}
          text={text}
          language={language}
          onSeen={() => onSeen?.(page, all)}
        />
      ) : (
        <TextView key={page} page={page} text={text} language={language} onSeen={() => onSeen?.(page, all)} />
      )}
      <Group className={classes.bar} justify="space-between" wrap="nowrap" gap="xs">
        <Button
          className={classes.turn}
          aria-label={texts.previousPage}
          variant="default"
          px="sm"
          leftSection={<IconChevronLeft size={18} />}
          disabled={page === 1}
          onClick={() => turn(page - 1)}
        >
          {texts.previousPage}
        </Button>
        <strong aria-live="polite" className={classes.count}>
          {texts.pageOf(page, all)}
        </strong>
        <Button
          className={classes.turn}
          aria-label={texts.nextPage}
          variant={page === all ? 'default' : 'filled'}
          px="sm"
          rightSection={<IconChevronRight size={18} />}
          disabled={page === all}
          onClick={() => turn(page + 1)}
        >
          {texts.nextPage}
        </Button>
      </Group>
    </Stack>
  )
}

interface PaperViewProps {
  pdf: Parameters<typeof PdfPage>[0]['pdf']
  page: number
  all: number
  size: { readonly width: number; readonly height: number } | undefined
  zoomed: boolean
  text: readonly Paragraph[] | undefined
  language: string
  onSeen: () => void
}

/** Factor of the width: the print of an A4 page is then as large as the text of this page. */
const zoom = 2

function PaperView({ pdf, page, all, size, zoomed, text, language, onSeen }: PaperViewProps) {
  const texts = useTexts()
  const { ref, width } = useElementSize<HTMLElement>()
  const [failed, setFailed] = useState(false)
  const shown = width * (zoomed ? zoom : 1)
  if (failed) return <Alert>{texts.failed}</Alert>
  return (
    <section
      ref={ref}
      className={classes.stage}
      aria-label={texts.paperLabel}
      tabIndex={zoomed ? 0 : undefined}
    >
      <div style={{ width: shown || '100%', ...(size && { aspectRatio: `${size.width} / ${size.height}` }) }}>
        <PdfPage
          pdf={pdf}
          number={page}
          width={shown}
          turns={0}
          label={texts.pageImage(page, all)}
          onDrawn={onSeen}
          onFailed={() => setFailed(true)}
        />
      </div>
      <VisuallyHidden lang={language}>{text && <Paragraphs text={text} />}</VisuallyHidden>
    </section>
  )
}

interface TextViewProps {
  page: number
  text: readonly Paragraph[] | undefined
  language: string
  onSeen: () => void
}

function TextView({ page, text, language, onSeen }: TextViewProps) {
  const texts = useTexts()
  const shown = text !== undefined && text.length > 0
  const report = useEffectEvent(onSeen)
  useEffect(() => {
    if (shown) report()
  }, [shown])
  if (text === undefined) return <PaperLoading />
  return (
    <section className={classes.text} aria-label={texts.pageText(page)} lang={shown ? language : undefined}>
      {!shown && <p>{texts.noText}</p>}
      <Paragraphs text={text} />
    </section>
  )
}

function Paragraphs({ text }: { text: readonly Paragraph[] }) {
  return text.map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text of a page does not change
    <p key={index} data-size={paragraph.size}>
      {paragraph.text}
    </p>
  ))
}

export function PaperLoading() {
  const texts = useTexts()
  return (
    <Loading label={texts.loading}>
      <Skeleton height={36} mb={8} />
      <Skeleton height={420} radius={8} />
    </Loading>
  )
}

/** The file was not sent, or this browser cannot draw it. */
export function PaperFailed({
  text,
  onRetry,
  onSave,
}: {
  text: string
  onRetry?: () => void
  onSave?: () => void
}) {
  const texts = useTexts()
  return (
    <Stack gap="sm">
      <Alert title={texts.paperFailed}>{text}</Alert>
      {onRetry && (
        <Button leftSection={<IconRefresh size={18} />} onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
      {onSave && (
        <Button variant="default" leftSection={<IconDownload size={18} />} onClick={onSave}>
          {texts.paperSave}
        </Button>
      )}
    </Stack>
  )
}
