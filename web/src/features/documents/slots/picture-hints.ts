/** What may make a picture hard to review. Hints never prevent sending: they can be wrong. */
export type PictureHint = 'blurry' | 'dark' | 'cropped'

/** The texts below a chosen picture, by hint. */
export const pictureHintTexts = {
  blurry: '画像がぼやけているようです。文字や顔がはっきり写っているかご確認ください。',
  dark: '画像が暗いようです。明るい場所で撮り直すと確認しやすくなります。',
  cropped: '書類の端が切れているようです。四隅がすべて写っているかご確認ください。',
} as const satisfies Record<PictureHint, string>

/** Pixels in RGBA, as a canvas returns them. */
export interface Pixels {
  readonly data: ArrayLike<number>
  readonly width: number
  readonly height: number
}

/** Longest side of the pixels to pass: enough for text, and a few milliseconds of work. */
export const hintSidePx = 800

/** The hints for a picture; `isCard` also checks for edges that are cut off. */
export function pictureHints(pixels: Pixels, isCard: boolean): PictureHint[] {
  const grey = greyOf(pixels)
  // In the dark, blur and edges cannot be judged.
  if (isDark(grey.light)) return ['dark']
  return [
    ...(blurOf(grey) > blurLimit ? (['blurry'] as const) : []),
    ...(isCard && isCropped(grey) ? (['cropped'] as const) : []),
  ]
}

interface Grey {
  readonly light: Float32Array
  readonly width: number
  readonly height: number
}

function greyOf({ data, width, height }: Pixels): Grey {
  const light = new Float32Array(width * height)
  for (let at = 0; at < light.length; at++) {
    const [red = 0, green = 0, blue = 0] = [data[at * 4], data[at * 4 + 1], data[at * 4 + 2]]
    light[at] = 0.299 * red + 0.587 * green + 0.114 * blue
  }
  return { light, width, height }
}

/** A picture is dark if three quarters of its pixels are darker than this, of 255. */
const darkLimit = 70

function isDark(light: Float32Array): boolean {
  let dark = 0
  for (const value of light) if (value < darkLimit) dark += 1
  return dark > light.length * 0.75
}

/** A picture is blurry above this value of `blurOf`, which is 0 for a sharp picture and at most 1. */
const blurLimit = 0.6

/**
 * The share of the contrast between neighbouring pixels that a further blur does not remove (Crete et al., "The blur
 * effect", 2007): it removes little from a blurred picture. The value does not depend on what the picture shows.
 */
function blurOf(grey: Grey): number {
  return Math.max(blurAlong(grey, 1, grey.width), blurAlong(grey, grey.width, 1))
}

const reach = 4

function blurAlong({ light, width, height }: Grey, step: number, across: number): number {
  const length = step === 1 ? width : height
  const lines = step === 1 ? height : width
  let before = 0
  let lost = 0
  for (let line = 0; line < lines; line++) {
    const start = line * across
    let sum = 0
    for (let at = 0; at < 2 * reach + 1 && at < length; at++) sum += light[start + at * step] ?? 0
    let last = sum
    for (let at = reach + 1; at < length - reach; at++) {
      const here = start + at * step
      sum += (light[here + reach * step] ?? 0) - (light[here - (reach + 1) * step] ?? 0)
      const contrast = Math.abs((light[here] ?? 0) - (light[here - step] ?? 0))
      const blurred = Math.abs(sum - last) / (2 * reach + 1)
      last = sum
      before += contrast
      lost += Math.max(0, contrast - blurred)
    }
  }
  return before === 0 ? 0 : (before - lost) / before
}

/** A card is cut off at a side of which it covers more than `cutShare`, unless it covers `fullShare` of all sides. */
const cutShare = 0.1
const fullShare = 0.8
/** The lightness by which card and background must differ to be judged. */
const contrastLimit = 40

/**
 * Whether the card continues beyond the picture: it touches a side, but not all sides. A card that touches all sides
 * is a scan without a background.
 */
function isCropped(grey: Grey): boolean {
  const { light, width, height } = grey
  const threshold = splitOf(light)
  if (threshold === undefined) return false
  const isCard = cardTest(grey, threshold)
  const sides = [
    shareOf(width, (at) => isCard(light[at + width * 2] ?? 0)),
    shareOf(width, (at) => isCard(light[at + width * (height - 3)] ?? 0)),
    shareOf(height, (at) => isCard(light[at * width + 2] ?? 0)),
    shareOf(height, (at) => isCard(light[at * width + width - 3] ?? 0)),
  ]
  return sides.some((share) => share > cutShare) && !sides.every((share) => share > fullShare)
}

/** The test whether a pixel belongs to the card: it is on the same side of `threshold` as most of the middle. */
function cardTest({ light, width, height }: Grey, threshold: number): (value: number) => boolean {
  let bright = 0
  let all = 0
  for (let y = Math.floor(height / 4); y < (height * 3) / 4; y++) {
    for (let x = Math.floor(width / 4); x < (width * 3) / 4; x++) {
      all += 1
      if ((light[y * width + x] ?? 0) > threshold) bright += 1
    }
  }
  return bright * 2 > all ? (value) => value > threshold : (value) => value <= threshold
}

function shareOf(length: number, test: (at: number) => boolean): number {
  let hits = 0
  for (let at = 0; at < length; at++) if (test(at)) hits += 1
  return hits / length
}

/** The lightness that separates two classes best (Otsu); undefined if the classes hardly differ. */
function splitOf(light: Float32Array): number | undefined {
  const counts = new Float64Array(256)
  let total = 0
  for (const value of light) {
    const level = Math.min(255, Math.round(value))
    counts[level] = (counts[level] ?? 0) + 1
    total += level
  }
  let best = { spread: 0, level: 0, distance: 0 }
  let below = 0
  let belowTotal = 0
  for (let level = 0; level < 256; level++) {
    below += counts[level] ?? 0
    belowTotal += level * (counts[level] ?? 0)
    const above = light.length - below
    if (below === 0 || above === 0) continue
    const distance = (total - belowTotal) / above - belowTotal / below
    const spread = below * above * distance * distance
    if (spread > best.spread) best = { spread, level, distance }
  }
  return best.distance < contrastLimit ? undefined : best.level
}
