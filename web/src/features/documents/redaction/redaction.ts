import { cleaningLimits } from '@kyc/contract/cleaning-limits.ts'
import type { Box } from '@kyc/contract/masks.ts'

export interface PlacedBox {
  readonly id: number
  readonly box: Box
}

/** The boxes over a picture, before they are burnt into it. */
export interface Redaction {
  readonly boxes: readonly PlacedBox[]
  readonly selected: number | undefined
  readonly nextId: number
  /** The boxes before each change, the newest last. */
  readonly past: readonly (readonly PlacedBox[])[]
}

export type RedactionAction =
  /** Without `box`, adds a box in the middle. */
  | { readonly kind: 'add'; readonly box?: Box }
  /** `continued`: part of the same drag, which is undone as a whole. */
  | { readonly kind: 'change'; readonly id: number; readonly box: Box; readonly continued?: boolean }
  | { readonly kind: 'remove'; readonly id: number }
  | { readonly kind: 'select'; readonly id: number }
  | { readonly kind: 'undo' }

interface Point {
  readonly x: number
  readonly y: number
}

/** The shortest side of a box, and the step of the arrow keys. */
const smallest = 0.01
export const keyStep = 0.01

const newBox: Box = { x: 0.35, y: 0.44, width: 0.3, height: 0.12 }

export function initialRedaction(boxes: readonly Box[]): Redaction {
  const placed = boxes.map((box, id) => ({ id, box }))
  return { boxes: placed, selected: placed[0]?.id, nextId: placed.length, past: [] }
}

export function redactionReducer(state: Redaction, action: RedactionAction): Redaction {
  const { boxes, past, nextId } = state
  switch (action.kind) {
    case 'add': {
      if (boxes.length >= cleaningLimits.mask.boxes) return state
      const added = { id: nextId, box: action.box ?? newBox }
      return { boxes: [...boxes, added], selected: nextId, nextId: nextId + 1, past: [...past, boxes] }
    }
    case 'change': {
      const changed = boxes.map((each) => (each.id === action.id ? { ...each, box: action.box } : each))
      return { ...state, boxes: changed, past: action.continued ? past : [...past, boxes] }
    }
    case 'remove': {
      const left = boxes.filter(({ id }) => id !== action.id)
      return { ...state, boxes: left, selected: left.at(-1)?.id, past: [...past, boxes] }
    }
    case 'select':
      return { ...state, selected: action.id }
    case 'undo': {
      const before = past.at(-1)
      if (!before) return state
      const kept = before.find(({ id }) => id === state.selected) ?? before.at(-1)
      return { ...state, boxes: before, selected: kept?.id, past: past.slice(0, -1) }
    }
  }
}

/** The box between two opposite corners, within the picture. */
export function boxBetween(one: Point, other: Point): Box {
  const [left, right] = span(one.x, other.x)
  const [top, bottom] = span(one.y, other.y)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

function span(one: number, other: number): [number, number] {
  const start = within(Math.min(one, other), 0, 1 - smallest)
  return [start, within(Math.max(one, other), start + smallest, 1)]
}

/** Moves the box without resizing it, at most to the edge of the picture. */
export function movedBox(box: Box, dx: number, dy: number): Box {
  return { ...box, x: within(box.x + dx, 0, 1 - box.width), y: within(box.y + dy, 0, 1 - box.height) }
}

/** Moves the lower right corner. */
export function resizedBox(box: Box, dx: number, dy: number): Box {
  const width = within(box.width + dx, smallest, 1 - box.x)
  return { ...box, width, height: within(box.height + dy, smallest, 1 - box.y) }
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}

const arrows: Readonly<Record<string, readonly [number, number] | undefined>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
}

interface Key {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** The effect of a key on a focused box: arrows move, with Shift they resize, Delete removes. */
export function boxKey(event: Key, { id, box }: PlacedBox): RedactionAction | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.key === 'Delete' || event.key === 'Backspace') return { kind: 'remove', id }
  const arrow = arrows[event.key]
  if (!arrow) return undefined
  return { kind: 'change', id, box: (event.shiftKey ? resizedBox : movedBox)(box, ...arrow) }
}
