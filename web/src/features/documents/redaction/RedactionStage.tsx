import type { Box } from '@kyc/contract/masks.ts'
import { UnstyledButton } from '@mantine/core'
import {
  type Dispatch,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
} from 'react'
import classes from './redaction.module.css'
import {
  boxBetween,
  boxKey,
  movedBox,
  type PlacedBox,
  type Redaction,
  type RedactionAction,
} from './redaction.ts'
import type { RedactionTexts } from './redaction-texts-ja.ts'

export interface PictureSize {
  readonly width: number
  readonly height: number
}

export interface RedactionStageProps {
  url: string
  redaction: Redaction
  dispatch: Dispatch<RedactionAction>
  texts: RedactionTexts
  /** The element that explains the keys. */
  keysId: string
  disabled: boolean
  onFailed: () => void
  onSize?: ((size: PictureSize) => void) | undefined
  overlay?: ReactNode
}

const percent = (share: number) => `${share * 100}%`

/** The picture and its boxes: a drag on the picture draws a box, on a box moves it, on a corner resizes it. */
export function RedactionStage(props: RedactionStageProps) {
  const { url, redaction, dispatch, texts, keysId, disabled, onFailed, onSize, overlay } = props
  const { boxes, selected } = redaction
  const stage = useRef<HTMLElement>(null)
  const drag = useDrag(redaction, dispatch)
  useEffect(() => {
    // The picture may be loaded while the user types in a text area, which keeps the focus.
    if (document.activeElement?.matches('textarea')) return
    const box = stage.current?.querySelector<HTMLElement>(`[data-box="${selected}"]`)
    ;(box ?? stage.current)?.focus()
  }, [selected])
  const onKeyDown = (event: KeyboardEvent, placed: PlacedBox) => {
    const action = disabled ? undefined : boxKey(event, placed)
    if (!action) return
    dispatch(action)
    event.preventDefault()
  }
  return (
    <div className={classes.frame}>
      <section
        ref={stage}
        className={classes.stage}
        aria-label={texts.picture}
        aria-describedby={keysId}
        tabIndex={-1}
        data-autofocus={selected === undefined || undefined}
        {...(disabled ? {} : drag)}
      >
        <img
          className={classes.picture}
          src={url}
          alt={texts.picture}
          draggable={false}
          onError={onFailed}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            onSize?.({ width, height })
          }
        />
        {overlay}
        {boxes.map((placed, index) => (
          <UnstyledButton
            key={placed.id}
            className={classes.box}
            data-box={placed.id}
            data-selected={placed.id === selected || undefined}
            data-autofocus={placed.id === selected || undefined}
            aria-label={texts.box(index + 1)}
            aria-describedby={keysId}
            style={placeOf(placed.box)}
            onFocus={() => dispatch({ kind: 'select', id: placed.id })}
            onKeyDown={(event) => onKeyDown(event, placed)}
          >
            {corners.map((corner) => (
              <span key={corner} className={classes.corner} data-corner={corner} />
            ))}
          </UnstyledButton>
        ))}
      </section>
    </div>
  )
}

function placeOf({ x, y, width, height }: Box) {
  return { left: percent(x), top: percent(y), width: percent(width), height: percent(height) }
}

const corners = ['nw', 'ne', 'sw', 'se'] as const

interface Point {
  readonly x: number
  readonly y: number
}

/** A running drag. `span` draws or resizes from a fixed corner; a box that is not drawn yet has no id. */
type Drag = { readonly start: Point; changed: boolean } & (
  | { readonly kind: 'move'; readonly id: number; readonly box: Box }
  | { readonly kind: 'span'; id: number | undefined }
)

/** A shorter drag on the picture is a click, which draws nothing. */
const leastDrag = 0.015

function useDrag({ boxes, nextId }: Redaction, dispatch: Dispatch<RedactionAction>) {
  const running = useRef<Drag>(undefined)
  const end = () => {
    running.current = undefined
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !event.isPrimary) return
      const target = event.target as HTMLElement // pointer events of a page go to elements
      const button = target.closest<HTMLElement>('[data-box]')
      const placed = boxes.find(({ id }) => `${id}` === button?.dataset.box)
      const at = pointOf(event)
      event.currentTarget.setPointerCapture(event.pointerId)
      // Not every browser focuses a button that is pressed.
      button?.focus()
      const corner = target.dataset.corner
      if (!placed) running.current = { kind: 'span', id: undefined, start: at, changed: false }
      else if (corner)
        running.current = {
          kind: 'span',
          id: placed.id,
          start: opposite(placed.box, corner),
          changed: false,
        }
      else running.current = { kind: 'move', id: placed.id, box: placed.box, start: at, changed: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const drag = running.current
      if (!drag) return
      const { start } = drag
      const at = pointOf(event)
      if (drag.kind === 'span' && drag.id === undefined) {
        if (Math.max(Math.abs(at.x - start.x), Math.abs(at.y - start.y)) < leastDrag) return
        dispatch({ kind: 'add', box: boxBetween(start, at) })
        running.current = { ...drag, id: nextId, changed: true }
        return
      }
      const box =
        drag.kind === 'move' ? movedBox(drag.box, at.x - start.x, at.y - start.y) : boxBetween(start, at)
      if (drag.id !== undefined) dispatch({ kind: 'change', id: drag.id, box, continued: drag.changed })
      drag.changed = true
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}

/** Where a pointer is, in fractions of the picture. */
function pointOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return { x: (clientX - left) / width, y: (clientY - top) / height }
}

function opposite({ x, y, width, height }: Box, corner: string): Point {
  return { x: corner.endsWith('e') ? x : x + width, y: corner.startsWith('s') ? y : y + height }
}
