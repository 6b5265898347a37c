import { cleaningLimits } from './cleaning-limits.ts'
import type { IdKind, StoredType } from './document-vocabulary.ts'

/** A rectangle of a picture, in fractions of its width and height. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Parts of documents that no review needs and that are not to be stored. */
export const hiddenParts = ['organ_donation', 'domicile', 'domicile_and_number'] as const
export type HiddenPart = (typeof hiddenParts)[number]

/** Where a part usually is if the document fills the picture. */
export interface MaskSuggestion {
  readonly part: HiddenPart
  readonly box: Box
}

const licenceBack = [{ part: 'organ_donation', box: { x: 0.02, y: 0.6, width: 0.96, height: 0.38 } }] as const

const suggestions: Readonly<Partial<Record<IdKind, Partial<Record<StoredType, readonly MaskSuggestion[]>>>>> =
  {
    drivers_license: { idBack: licenceBack },
    driving_record: { idBack: licenceBack },
    my_number_card: {
      idFront: [{ part: 'organ_donation', box: { x: 0.02, y: 0.725, width: 0.7, height: 0.255 } }],
    },
    passport: { idFront: [{ part: 'domicile', box: { x: 0.55, y: 0.475, width: 0.35, height: 0.097 } }] },
  }

/** A copy of the residence record (住民票) shows domicile and number. Layouts differ, so the box is only approximate. */
const certificate = [
  { part: 'domicile_and_number', box: { x: 0.3, y: 0.45, width: 0.4, height: 0.06 } },
] as const

/** What to hide in a picture of this type, by the kind of ID; empty if nothing is known. */
export function suggestedMasks(kind: IdKind | null, type: StoredType): readonly MaskSuggestion[] {
  if (type === 'residenceProof' || type === 'ageVerification') return certificate
  return (kind && suggestions[kind]?.[type]) ?? []
}

/** The pixels of a box, rounded outward and clipped to the picture, so that no edge of the hidden part remains. */
export function pixelsOf(box: Box, { width, height }: { width: number; height: number }) {
  const left = Math.max(0, Math.floor(box.x * width))
  const top = Math.max(0, Math.floor(box.y * height))
  const right = Math.min(width, Math.ceil((box.x + box.width) * width))
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * height))
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

/** A fault of the boxes for a stored picture; `field` is the input that it is about. */
interface MaskFault {
  readonly field: string
  readonly message: string
}

const { leastShare, leastPx, mostShare } = cleaningLimits.mask
/** Sums of fractions are inexact. */
const inexact = 1e-9

/**
 * The first fault of the boxes for a stored picture: a box outside the picture or too small hides nothing and would
 * destroy a version all the same, and boxes over most of the picture would destroy the evidence. Without `picture`, its
 * pixels are not checked. `covered` is the share that earlier masks of the picture have covered.
 */
export function maskFault(
  boxes: readonly Box[],
  {
    picture,
    covered = 0,
  }: { picture?: { width: number; height: number } | undefined; covered?: number } = {},
): MaskFault | undefined {
  for (const [index, box] of boxes.entries()) {
    const fault = boxFault(box, picture)
    if (fault) return { field: `boxes.${index}`, message: `隠す部分${index + 1}${fault}` }
  }
  if (covered + coveredShare(boxes) <= mostShare + inexact) return undefined
  const earlier = covered > 0 ? 'これまでに隠した部分を含めて、' : ''
  return { field: 'boxes', message: `隠せるのは、${earlier}画像全体の${mostShare * 100}%までです。` }
}

function boxFault(
  { x, y, width, height }: Box,
  picture: { width: number; height: number } | undefined,
): string | undefined {
  const isInside =
    [x, y].every((start) => start >= 0) && [x + width, y + height].every((end) => end <= 1 + inexact)
  if (!isInside) return 'は画像の中に収めてください。'
  const isLarge =
    [width, height].every((side) => side >= leastShare) &&
    (!picture || [width * picture.width, height * picture.height].every((side) => side >= leastPx))
  return isLarge
    ? undefined
    : `が小さすぎます。縦横とも${leastPx}ピクセル以上、画像の${leastShare * 100}%以上にしてください。`
}

/** The share of the picture that the boxes cover together; what several cover counts once. */
export function coveredShare(boxes: readonly Box[]): number {
  const edges = [...new Set(boxes.flatMap(({ x, width }) => [x, x + width]))].sort(
    (one, other) => one - other,
  )
  return edges.slice(1).reduce((sum, right, index) => {
    const left = edges[index] ?? right
    const above = boxes.filter(({ x, width }) => x <= left && x + width >= right)
    return sum + (right - left) * coveredHeight(above)
  }, 0)
}

function coveredHeight(boxes: readonly Box[]): number {
  let [covered, reached] = [0, 0]
  for (const { y, height } of boxes.toSorted((one, other) => one.y - other.y)) {
    covered += Math.max(0, y + height - Math.max(y, reached))
    reached = Math.max(reached, y + height)
  }
  return covered
}
