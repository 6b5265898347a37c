import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import classes from './DocumentViewer.module.css'
import { ViewerStage, type ViewerStageProps } from './ViewerStage.tsx'
import { ViewerTools } from './ViewerTools.tsx'

export interface ViewerMiddleProps extends Pick<ViewerStageProps, 'doc'> {
  stage: Pick<ViewerStageProps, 'view' | 'dispatch' | 'broken' | 'onBroken'>
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
      <ActionIcon
        className={classes.turn}
        left={20}
        variant="default"
        radius="50%"
        aria-label="前の書類"
        disabled={!onPrevious}
        onClick={onPrevious}
      >
        <IconChevronLeft size={22} />
      </ActionIcon>
      <ActionIcon
        className={classes.turn}
        right={20}
        variant="default"
        radius="50%"
        aria-label="次の書類"
        disabled={!onNext}
        onClick={onNext}
      >
        <IconChevronRight size={22} />
      </ActionIcon>
      <ViewerTools view={stage.view} dispatch={stage.dispatch} onFullScreen={onFullScreen} />
    </div>
  )
}
