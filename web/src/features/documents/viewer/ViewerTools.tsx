import { ActionIcon, Box, Group, Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import {
  IconArrowsMaximize,
  IconBrightness,
  IconContrast,
  IconMinus,
  IconPlus,
  IconRotate,
  IconRotateClockwise,
  IconZoomIn,
} from '@tabler/icons-react'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import classes from './DocumentViewer.module.css'
import type { View, ViewAction } from './viewer-view.ts'

export interface ViewerToolsProps {
  view: View
  dispatch: (action: ViewAction) => void
  onFullScreen: () => void
}

export function ViewerTools({ view, dispatch, onFullScreen }: ViewerToolsProps) {
  return (
    <Group
      className={classes.tools}
      gap={4}
      px={6}
      py={2}
      wrap="nowrap"
      role="toolbar"
      aria-label="表示の操作"
    >
      <Tool icon={IconMinus} label="縮小" onClick={() => dispatch({ kind: 'zoomOut' })} />
      <Text span fz="xs" ta="center" miw={52} visibleFrom="sm" aria-live="polite">
        {Math.round(view.zoom * 100)}%
      </Text>
      <Tool icon={IconPlus} label="拡大" onClick={() => dispatch({ kind: 'zoomIn' })} />
      <span className={classes.divider} />
      <Tool
        icon={IconRotateClockwise}
        label="右へ回転"
        onClick={() => dispatch({ kind: 'rotate', turns: 1 })}
      />
      <Tool icon={IconRotate} label="左へ回転" wide onClick={() => dispatch({ kind: 'rotate', turns: -1 })} />
      <Tool
        icon={IconBrightness}
        label={`明るさ（${Math.round(view.brightness * 100)}%）`}
        onClick={() => dispatch({ kind: 'brighten' })}
      />
      <Tool
        icon={IconContrast}
        label={`コントラスト（${Math.round(view.contrast * 100)}%）`}
        wide
        onClick={() => dispatch({ kind: 'contrast' })}
      />
      <Tool
        icon={IconZoomIn}
        label="拡大鏡"
        wide
        pressed={view.lens !== null}
        onClick={() => dispatch({ kind: 'lens' })}
      />
      <Box component="span" hiddenFrom="sm">
        <ActionMenu
          label="表示のその他の操作"
          title="その他の操作"
          actions={[
            {
              label: `コントラスト（${Math.round(view.contrast * 100)}%）`,
              icon: IconContrast,
              onSelect: () => dispatch({ kind: 'contrast' }),
            },
            {
              label: '拡大鏡',
              icon: IconZoomIn,
              onSelect: () => dispatch({ kind: 'lens' }),
              current: view.lens !== null,
            },
          ]}
        />
      </Box>
      {document.fullscreenEnabled && (
        <Tool icon={IconArrowsMaximize} label="全画面" wide onClick={onFullScreen} />
      )}
    </Group>
  )
}

interface ToolProps {
  icon: TablerIcon
  label: string
  /** Hidden on phones. */
  wide?: boolean
  /** Whether it is on; absent if it cannot be switched. */
  pressed?: boolean
  onClick: () => void
}

function Tool({ icon: Icon, label, wide = false, pressed, onClick }: ToolProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      {...(wide && { visibleFrom: 'sm' })}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon size={19} />
    </ActionIcon>
  )
}
