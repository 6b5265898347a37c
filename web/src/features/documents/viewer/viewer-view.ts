/** A place in a picture: fractions of its displayed width and height. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** How one document is displayed; reset for the next one. */
export interface View {
  /** 1 fits the stage. */
  readonly zoom: number
  /** Quarter turns clockwise, 0…3. */
  readonly turns: number
  readonly brightness: number
  readonly contrast: number
  /** What the magnifier enlarges; null while it is off. */
  readonly lens: Place | null
}

export const initialView: View = { zoom: 1, turns: 0, brightness: 1, contrast: 1, lens: null }

const zoomSteps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8] as const
const brightnessSteps: readonly number[] = [1, 1.25, 1.5, 0.75]
const contrastSteps: readonly number[] = [1, 1.5, 2, 0.75]

export type ViewAction =
  | { readonly kind: 'zoomIn' }
  | { readonly kind: 'zoomOut' }
  | { readonly kind: 'zoomBy'; readonly factor: number }
  | { readonly kind: 'rotate'; readonly turns: 1 | -1 }
  | { readonly kind: 'toggleZoom' }
  | { readonly kind: 'brighten' }
  | { readonly kind: 'contrast' }
  | { readonly kind: 'lens' }
  | { readonly kind: 'lensTo'; readonly place: Place }
  | { readonly kind: 'lensBy'; readonly x: number; readonly y: number }
  | { readonly kind: 'reset' }

export function viewReducer(view: View, action: ViewAction): View {
  switch (action.kind) {
    case 'zoomIn':
      return { ...view, zoom: zoomSteps.find((step) => step > view.zoom + 0.001) ?? view.zoom }
    case 'zoomOut':
      return { ...view, zoom: zoomSteps.findLast((step) => step < view.zoom - 0.001) ?? view.zoom }
    case 'zoomBy':
      return { ...view, zoom: Math.min(8, Math.max(0.5, view.zoom * action.factor)) }
    case 'toggleZoom':
      return { ...view, zoom: view.zoom > 1 ? 1 : 2.5 }
    case 'rotate':
      return { ...view, turns: (view.turns + action.turns + 4) % 4 }
    case 'brighten':
      return { ...view, brightness: following(brightnessSteps, view.brightness) }
    case 'contrast':
      return { ...view, contrast: following(contrastSteps, view.contrast) }
    case 'lens':
      return { ...view, lens: view.lens ? null : { x: 0.5, y: 0.5 } }
    case 'lensTo':
      return view.lens ? { ...view, lens: inside(action.place) } : view
    case 'lensBy':
      return view.lens
        ? { ...view, lens: inside({ x: view.lens.x + action.x, y: view.lens.y + action.y }) }
        : view
    case 'reset':
      return initialView
  }
}

function following(steps: readonly number[], current: number): number {
  return steps[(steps.indexOf(current) + 1) % steps.length] ?? 1
}

function inside({ x, y }: Place): Place {
  return { x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)) }
}

/** The CSS filter for brightness and contrast; undefined for none. */
export function viewFilter({ brightness, contrast }: View): string | undefined {
  const filters = [
    ...(brightness === 1 ? [] : [`brightness(${brightness})`]),
    ...(contrast === 1 ? [] : [`contrast(${contrast})`]),
  ]
  return filters.length > 0 ? filters.join(' ') : undefined
}

/** Displayed size of a picture of size `natural` on a stage of size `stage`, before rotation. */
export function fittedSize(
  natural: { width: number; height: number },
  stage: { width: number; height: number },
  view: View,
): { width: number; height: number } {
  const turned = view.turns % 2 === 1
  const width = turned ? natural.height : natural.width
  const height = turned ? natural.width : natural.height
  if (width === 0 || height === 0) return { width: 0, height: 0 }
  const scale = Math.min(stage.width / width, stage.height / height, 1) * view.zoom
  return { width: natural.width * scale, height: natural.height * scale }
}

/** What a key does in the viewer: a change of the view, a step to another document, or a scroll. */
export type ViewerKey =
  | ViewAction
  | { readonly kind: 'turn'; readonly by: 1 | -1 }
  | { readonly kind: 'pan'; readonly x: number; readonly y: number }
  /** The document with this number on the review desk. */
  | { readonly kind: 'document'; readonly number: number }
  | { readonly kind: 'note' }
  | { readonly kind: 'fullScreen' }

/** CSS pixels that an arrow key pans. */
const panStep = 80
/** The share of the picture by which an arrow key moves the magnifier. */
export const lensStep = 0.04

/** The review desk has the same keys for the view. E rotates, because R rejects there. */
const keys: Readonly<Record<string, ViewerKey | undefined>> = {
  n: { kind: 'note' },
  N: { kind: 'note' },
  '+': { kind: 'zoomIn' },
  ';': { kind: 'zoomIn' },
  '=': { kind: 'zoomIn' },
  '-': { kind: 'zoomOut' },
  '0': { kind: 'reset' },
  e: { kind: 'rotate', turns: 1 },
  E: { kind: 'rotate', turns: -1 },
  f: { kind: 'fullScreen' },
  F: { kind: 'fullScreen' },
  m: { kind: 'lens' },
  M: { kind: 'lens' },
  j: { kind: 'turn', by: 1 },
  k: { kind: 'turn', by: -1 },
}

const arrows: Readonly<Record<string, ViewerKey | undefined>> = {
  ArrowLeft: { kind: 'turn', by: -1 },
  ArrowRight: { kind: 'turn', by: 1 },
}

const pans: Readonly<Record<string, ViewerKey | undefined>> = {
  ArrowLeft: { kind: 'pan', x: -panStep, y: 0 },
  ArrowRight: { kind: 'pan', x: panStep, y: 0 },
  ArrowUp: { kind: 'pan', x: 0, y: -panStep },
  ArrowDown: { kind: 'pan', x: 0, y: panStep },
}

const lensMoves: Readonly<Record<string, ViewerKey | undefined>> = {
  ArrowLeft: { kind: 'lensBy', x: -lensStep, y: 0 },
  ArrowRight: { kind: 'lensBy', x: lensStep, y: 0 },
  ArrowUp: { kind: 'lensBy', x: 0, y: -lensStep },
  ArrowDown: { kind: 'lensBy', x: 0, y: lensStep },
}

/** In a PDF, these keys scroll. */
const pictureKeys: Readonly<Record<string, ViewerKey | undefined>> = {
  PageUp: { kind: 'turn', by: -1 },
  PageDown: { kind: 'turn', by: 1 },
}

interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** The effect of a key; undefined if it has none. The arrows move the magnifier, or pan while zoomed in. */
export function viewerKey(
  event: Key,
  { zoom, lens }: Pick<View, 'zoom' | 'lens'>,
  pages: number | null,
): ViewerKey | undefined {
  const { key } = event
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (/^[1-7]$/.test(key)) return { kind: 'document', number: Number(key) }
  return arrowsOf(zoom, lens)[key] ?? keys[key] ?? (pages === null ? pictureKeys[key] : undefined)
}

function arrowsOf(zoom: number, lens: Place | null) {
  if (lens) return lensMoves
  return zoom > 1 ? pans : arrows
}
