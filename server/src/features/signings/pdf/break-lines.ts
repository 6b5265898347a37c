import { type Weight, widthOf } from './fonts.ts'

/** Characters that begin no line: closing marks, and small and repeated kana. */
const notFirst = new Set(
  '、。，．・：；？！‼⁇⁈⁉）〕］｝〉》」』】〙〗〟’”»ーぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ々〻ゝゞヽヾ゛゜…‥〜～゠–—％‰℃,.:;?!)]}%',
)
/** Characters that end no line: opening marks and signs of currencies. */
const notLast = new Set('（〔［｛〈《「『【〘〖〝‘“«([{￥＄¥$£€№#')

/** Letters, digits and signs of words and numbers, between which a line is not broken. */
const inWord =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hangul}\p{Nd}\p{M}'’"_/\\@&+=~*^-]/u

/**
 * Breaks a drawable text to lines of a width in units of the font size: between words, and between Japanese characters unless
 * a line would begin or end with a mark that must not (simple kinsoku). A word wider than a line is broken anywhere.
 */
export function breakLines(text: string, weight: Weight, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const part of partsOf(paragraph)) {
      if (widthOf((line + part).trimEnd(), weight) <= width) {
        line += part
        continue
      }
      if (line.trim()) lines.push(line.trimEnd())
      const pieces = piecesOf(line.trim() || lines.length > 0 ? part.trimStart() : part, weight, width)
      lines.push(...pieces.slice(0, -1))
      line = pieces.at(-1) ?? ''
    }
    return [...lines, line.trimEnd()]
  })
}

/** What a line is broken between: words with the spaces after them, and characters with the marks that stay with them. */
function partsOf(paragraph: string): string[] {
  const parts: string[] = []
  let last = ''
  for (const character of paragraph) {
    const previous = parts.at(-1)
    const stays =
      previous !== undefined &&
      (character === ' ' ||
        notFirst.has(character) ||
        notLast.has(last) ||
        (last !== ' ' && inWord.test(last) && inWord.test(character)) ||
        // As in 3.5 and example.com.
        (/[.,:]/.test(last) && inWord.test(character)))
    if (stays) parts[parts.length - 1] = previous + character
    else parts.push(character)
    last = character
  }
  return parts
}

/** A part that is wider than a line, character by character; others as they are. */
function piecesOf(part: string, weight: Weight, width: number): string[] {
  if (widthOf(part.trimEnd(), weight) <= width) return [part]
  const pieces: string[] = []
  let piece = ''
  for (const character of part) {
    if (piece && widthOf(piece + character, weight) > width) {
      pieces.push(piece.trimEnd())
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece]
}
