import type { DocumentType, IdKind } from './document-vocabulary.ts'

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

const suggestions: Readonly<
  Partial<Record<IdKind, Partial<Record<DocumentType, readonly MaskSuggestion[]>>>>
> = {
  drivers_license: { idBack: licenceBack },
  driving_record: { idBack: licenceBack },
  my_number_card: {
    idFront: [{ part: 'organ_donation', box: { x: 0.02, y: 0.85, width: 0.66, height: 0.13 } }],
  },
  passport: { idFront: [{ part: 'domicile', box: { x: 0.55, y: 0.45, width: 0.3, height: 0.08 } }] },
}

/** A copy of the residence record (住民票) shows both; layouts differ, so the box is only a start. */
const certificate = [
  { part: 'domicile_and_number', box: { x: 0.3, y: 0.45, width: 0.4, height: 0.06 } },
] as const

/** What to hide in a picture of this type, by the kind of ID; empty if nothing is known. */
export function suggestedMasks(kind: IdKind | null, type: DocumentType): readonly MaskSuggestion[] {
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
