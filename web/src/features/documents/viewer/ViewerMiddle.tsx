import { ActionIcon, type MantineStyleProps } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import classes from './DocumentViewer.module.css'
import { ViewerStage, type ViewerStageProps } from './ViewerStage.tsx'
import { ViewerTools } from './ViewerTools.tsx'

export interface ViewerMiddleProps extends Pick<ViewerStageProps, 'doc'> {
  stage: Pick<ViewerStageProps, 'view' | 'dispatch' | 'broken' | 'takesFocus' | 'onSeen' | 'onBroken'>
  /** Absent for the first document. */
  onPrevious: (() => void) | undefined
  /** Absent for the last one. */
  onNext: (() => void) | undefined
  onFullScreen: () => void
}

/** The document with the buttons above it. */
export function ViewerMiddle({ doc, stage, onPrevious, onNext, onFullScreen }: ViewerMiddleProps) {
  return (
    <div className={classes.middle}>
      <ViewerStage key={doc.id} doc={doc} {...stage} />
      <Turn left={20} label="前の書類" icon={IconChevronLeft} onTurn={onPrevious} />
      <Turn right={20} label="次の書類" icon={IconChevronRight} onTurn={onNext} />
      <ViewerTools view={stage.view} dispatch={stage.dispatch} onFullScreen={onFullScreen} />
    </div>
  )
}

interface TurnProps extends Pick<MantineStyleProps, 'left' | 'right'> {
  label: string
  icon: TablerIcon
  onTurn: (() => void) | undefined
}

function Turn({ label, icon: Icon, onTurn, ...place }: TurnProps) {
  return (
    <ActionIcon
      className={classes.turn}
      variant="default"
      radius="50%"
      aria-label={label}
      disabled={!onTurn}
      onClick={onTurn}
      {...place}
    >
      <Icon size={22} />
    </ActionIcon>
  )
}
