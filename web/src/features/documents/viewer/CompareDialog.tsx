import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentStatusLabels, documentTypeLabels, wordOf } from '@kyc/contract/labels.ts'
import { Group, NativeSelect, Slider } from '@mantine/core'
import { type PointerEvent, useState } from 'react'
import { failedQuery } from '../../../api/failed-query.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { TextSkeleton } from '../../../ui/Skeletons.tsx'
import { useDocumentBytes, useDocumentVersions } from '../document-queries.ts'
import { useObjectUrl } from '../use-object-url.ts'
import classes from './CompareDialog.module.css'
import { ComparedPage } from './ComparedPage.tsx'
import { Watermark } from './Watermark.tsx'

export interface CompareDialogProps {
  performerId: string
  type: DocumentType
  /** Compared with the one before it. */
  version: number
  onClose: () => void
}

/** Two versions of a slot, one over the other, with a movable border between them. */
export function CompareDialog({ performerId, type, version, onClose }: CompareDialogProps) {
  const versions = useDocumentVersions(performerId, type)
  return (
    <Dialog onClose={onClose} title={`${documentTypeLabels[type]}の版を比較`} size={960}>
      {versions.isPending && <TextSkeleton lines={4} />}
      {versions.isError && <ErrorState title="書類の版を取得できませんでした" {...failedQuery(versions)} />}
      {versions.data && <Comparison versions={versions.data} version={version} />}
    </Dialog>
  )
}

interface ComparisonProps {
  /** Newest first. */
  versions: readonly PerformerDocument[]
  version: number
}

function Comparison({ versions, version }: ComparisonProps) {
  const at = versions.findIndex((each) => each.version === version)
  const [newer, setNewer] = useState(versions[at])
  const [older, setOlder] = useState(versions[at + 1])
  const [border, setBorder] = useState(50)
  const [page, setPage] = useState(1)
  if (!newer || !older) return <p>比較できる版がありません。</p>
  const pages = Math.max(newer.pages ?? 1, older.pages ?? 1)
  const follow = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    setBorder(Math.round(Math.min(100, Math.max(0, ((event.clientX - box.left) / box.width) * 100))))
  }
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="8px 16px" mb="sm">
        <Version label="左側の版" versions={versions} value={older} onChange={setOlder} />
        {pages > 1 && (
          <NativeSelect
            label="ページ"
            value={page}
            data={Array.from({ length: pages }, (_, index) => String(index + 1))}
            onChange={({ currentTarget }) => setPage(Number(currentTarget.value))}
          />
        )}
        <Version label="右側の版" versions={versions} value={newer} onChange={setNewer} />
      </Group>
      <div className={classes.frame} data-pages={pages > 1 || newer.pages || undefined}>
        {/* The slider does the same by keyboard. */}
        <div className={classes.layers} onPointerDown={follow} onPointerMove={follow}>
          <Layer doc={older} page={page} />
          <div className={classes.upper} style={{ clipPath: `inset(0 0 0 ${border}%)` }}>
            <Layer doc={newer} page={page} />
          </div>
          <div className={classes.border} style={{ left: `${border}%` }} />
          <Watermark />
        </div>
      </div>
      <Slider
        value={border}
        onChange={setBorder}
        label={null}
        thumbLabel="版の境目"
        thumbSize={24}
        thumbValueText={`左から${border}%まで第${older.version}版`}
      />
    </>
  )
}

interface VersionProps {
  label: string
  versions: readonly PerformerDocument[]
  value: PerformerDocument
  onChange: (version: PerformerDocument | undefined) => void
}

function Version({ label, versions, value, onChange }: VersionProps) {
  return (
    <NativeSelect
      label={label}
      value={value.version}
      data={versions.map(({ version, status }) => ({
        value: String(version),
        label: `第${version}版（${wordOf(documentStatusLabels, status)}）`,
      }))}
      onChange={({ currentTarget }) =>
        onChange(versions.find(({ version }) => version === Number(currentTarget.value)))
      }
    />
  )
}

function Layer({ doc, page }: { doc: PerformerDocument; page: number }) {
  const bytes = useDocumentBytes(doc, 'screen')
  const pdf = doc.mimeType === 'application/pdf'
  const url = useObjectUrl(pdf ? undefined : bytes.data)
  const label = `${documentTypeLabels[doc.type]} 第${doc.version}版`
  if (bytes.isError)
    return <ErrorState title={`第${doc.version}版を表示できませんでした`} {...failedQuery(bytes)} />
  if (pdf && bytes.data) return <ComparedPage blob={bytes.data} page={page} label={label} />
  return url ? <img src={url} alt={label} draggable={false} /> : <TextSkeleton lines={4} />
}
