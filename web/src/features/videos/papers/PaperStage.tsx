import { paperTypeLabels } from '@kyc/contract/labels.ts'
import type { Paper } from '@kyc/contract/papers.ts'
import type { Seen } from '@kyc/contract/review-checks.ts'
import { ActionIcon, Group } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { IconMinus, IconPlus, IconRotateClockwise, IconZoomIn } from '@tabler/icons-react'
import { useMemo, useReducer, useState } from 'react'
import { useKeys } from '../../../ui/use-key.ts'
import { DocumentFiles } from '../../documents/document-endpoint.ts'
import { ViewerStage } from '../../documents/viewer/ViewerStage.tsx'
import { initialView, type ViewAction, viewReducer } from '../../documents/viewer/viewer-view.ts'
import { usePageKeys } from '../../review/desk/use-page-keys.ts'
import panes from '../../review/panes/CasePanes.module.css'
import { paperFiles, viewed } from './paper-queries.ts'

const tools: readonly { label: string; key: string; icon: TablerIcon; action: ViewAction }[] = [
  { label: '縮小', key: '-', icon: IconMinus, action: { kind: 'zoomOut' } },
  { label: '拡大', key: '+', icon: IconPlus, action: { kind: 'zoomIn' } },
  { label: '右へ回転', key: 'e', icon: IconRotateClockwise, action: { kind: 'rotate', turns: 1 } },
  { label: '拡大鏡', key: 'm', icon: IconZoomIn, action: { kind: 'lens' } },
]

/** The pages of a paper, with its tools. */
export function PaperStage({ paper, onSeen }: { paper: Paper; onSeen: (seen: Partial<Seen>) => void }) {
  const files = useMemo(() => paperFiles(paper.videoId), [paper.videoId])
  const [view, dispatch] = useReducer(viewReducer, initialView)
  const [broken, setBroken] = useState(false)
  usePageKeys(paper.mimeType === 'application/pdf')
  useKeys(Object.fromEntries(tools.map(({ key, action }) => [key, () => dispatch(action)])), { repeat: true })
  const label = paperTypeLabels[paper.type]
  return (
    <section className={panes.pane} data-active data-place="active" aria-label={label}>
      <div className={panes.stage}>
        <DocumentFiles value={files}>
          <ViewerStage
            doc={viewed(paper)}
            view={view}
            dispatch={dispatch}
            broken={broken}
            onSeen={onSeen}
            onBroken={setBroken}
            pane={{ label: `${label}のページ`, centre: undefined, onPan: () => {}, onDisplayed: () => {} }}
          />
        </DocumentFiles>
      </div>
      <Group
        className={panes.tools}
        justify="center"
        gap={0}
        wrap="nowrap"
        role="toolbar"
        aria-label={`${label}の表示の操作`}
      >
        {tools.map(({ label: name, icon: Icon, action }) => (
          <ActionIcon
            key={name}
            variant="subtle"
            color="gray"
            size={36}
            aria-label={name}
            title={name}
            onClick={() => dispatch(action)}
          >
            <Icon size={18} />
          </ActionIcon>
        ))}
      </Group>
    </section>
  )
}
