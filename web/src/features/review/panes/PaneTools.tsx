import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { ActionIcon, Group, Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import {
  IconArrowsDiff,
  IconArrowsMaximize,
  IconBrightness,
  IconContrast,
  IconLink,
  IconMinus,
  IconPlus,
  IconRotateClockwise,
  IconZoomIn,
} from '@tabler/icons-react'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import type { ViewAction } from '../../documents/viewer/viewer-view.ts'
import { isJoinable, viewOf } from '../review-state.ts'
import { useCurrentReview } from '../use-review.ts'
import classes from './CasePanes.module.css'

export interface PaneToolsProps {
  doc: PerformerDocument
  /** Shows all tools; otherwise some of them are in a menu. */
  wide: boolean
}

interface Tool {
  readonly label: string
  readonly icon: TablerIcon
  readonly onSelect: () => void
  /** Whether the tool is on; absent for a tool that is not switched on and off. */
  readonly pressed?: boolean
}

/** The tools below a document of the desk. */
export function PaneTools({ doc, wide }: PaneToolsProps) {
  const { state, dispatch } = useCurrentReview()
  const { type } = doc
  const view = viewOf(state, type)
  const act = (action: ViewAction) => () => dispatch({ kind: 'view', type, action })
  const percent = (share: number) => `${Math.round(share * 100)}%`
  const further: Tool[] = [
    {
      label: `コントラスト（${percent(view.contrast)}）`,
      icon: IconContrast,
      onSelect: act({ kind: 'contrast' }),
    },
    {
      label: '拡大鏡',
      icon: IconZoomIn,
      onSelect: act({ kind: 'lens' }),
      pressed: view.lens !== null,
    },
  ]
  if (isJoinable(type)) {
    const onSelect = () => dispatch({ kind: 'join', type })
    further.push({ label: '拡大と位置を連動', icon: IconLink, onSelect, pressed: state.joined })
  }
  if (doc.version > 1) {
    const onSelect = () => {
      dispatch({ kind: 'show', id: doc.id })
      dispatch({ kind: 'compare', on: true })
    }
    further.push({ label: '前の版と比較', icon: IconArrowsDiff, onSelect })
  }
  const label = documentTypeLabels[type]
  return (
    <Group
      className={classes.tools}
      justify="center"
      gap={0}
      wrap="nowrap"
      role="toolbar"
      aria-label={`${label}の表示の操作`}
    >
      <ToolButton label="縮小" icon={IconMinus} onSelect={act({ kind: 'zoomOut' })} />
      {wide && (
        <Text span fz="xs" c="dimmed" ta="center" miw={40}>
          {percent(view.zoom)}
        </Text>
      )}
      <ToolButton label="拡大" icon={IconPlus} onSelect={act({ kind: 'zoomIn' })} />
      <ToolButton label="右へ回転" icon={IconRotateClockwise} onSelect={act({ kind: 'rotate', turns: 1 })} />
      <ToolButton
        label={`明るさ（${percent(view.brightness)}）`}
        icon={IconBrightness}
        onSelect={act({ kind: 'brighten' })}
      />
      {wide && further.map((tool) => <ToolButton key={tool.label} {...tool} />)}
      <ToolButton
        label="全画面"
        icon={IconArrowsMaximize}
        onSelect={() => {
          dispatch({ kind: 'show', id: doc.id })
          dispatch({ kind: 'fullScreen', on: true })
        }}
      />
      {!wide && (
        <ActionMenu
          label={`${label}のその他の操作`}
          title="その他の操作"
          actions={further.map(({ pressed, ...tool }) => ({ ...tool, current: pressed ?? false }))}
        />
      )}
    </Group>
  )
}

function ToolButton({ label, icon: Icon, onSelect, pressed }: Tool) {
  return (
    <ActionIcon
      variant={pressed ? 'filled' : 'subtle'}
      color={pressed ? 'accent' : 'gray'}
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      onClick={onSelect}
    >
      <Icon size={18} />
    </ActionIcon>
  )
}
