import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { create } from '@cantoo/fontkit'

/** The fonts of documents, by weight. A character is written in the first one that has it. */
const faceNames = ['regular', 'bold', 'latinRegular', 'latinBold'] as const
export type FaceName = (typeof faceNames)[number]
export type Weight = 'regular' | 'bold'

const files: Record<FaceName, string> = {
  regular: '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf',
  latinRegular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  latinBold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
}

const facesOf: Record<Weight, readonly FaceName[]> = {
  regular: ['regular', 'latinRegular'],
  bold: ['bold', 'latinBold'],
}

/** In place of a character that no font has. */
const unknown = '〓'

interface Glyphs {
  /** Undefined for a character that the face lacks. */
  advanceOf(character: string): number | undefined
}

const require = createRequire(import.meta.url)
const loaded = new Map<FaceName, Uint8Array>()
const opened = new Map<FaceName, Glyphs>()

/** Read with its first use, and then in memory. */
export function fontFile(face: FaceName): { bytes: Uint8Array; name: string } {
  const bytes = loaded.get(face) ?? readFileSync(require.resolve(files[face]))
  loaded.set(face, bytes)
  return { bytes, name: basename(files[face], '.ttf') }
}

/** The face is parsed with its first use and stays in memory, for measuring only: documents embed their own. */
function glyphsOf(face: FaceName): Glyphs {
  const known = opened.get(face)
  if (known) return known
  const font = create(fontFile(face).bytes)
  if (!('layout' in font)) throw new Error(`${files[face]} has several fonts`)
  const advances = new Map<string, number | undefined>()
  const glyphs: Glyphs = {
    advanceOf(character) {
      if (advances.has(character)) return advances.get(character)
      const code = character.codePointAt(0) ?? 0
      const glyph = font.hasGlyphForCodePoint(code) ? font.glyphForCodePoint(code) : null
      const advance = glyph ? glyph.advanceWidth / font.unitsPerEm : undefined
      advances.set(character, advance)
      return advance
    },
  }
  opened.set(face, glyphs)
  return glyphs
}

/** Whether a font has the character of a drawable text. */
export function isDrawn(character: string): boolean {
  return facesOf.regular.some((face) => glyphsOf(face).advanceOf(character) !== undefined)
}

/**
 * The text as it is drawn: composed, without controls and other invisible characters, and with radicals as the kanji that
 * look the same, because a font has one glyph for both.
 */
export function drawable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[\t\u00a0\u2028\u2029]/g, ' ')
    .replace(/[\u2e80-\u2fdf]/g, (radical) => radical.normalize('NFKC'))
    .replace(/(?!\n)[\p{Cc}\p{DI}\p{Cs}]/gu, '')
}

/** Characters of one face. */
export interface Run {
  readonly face: FaceName
  readonly text: string
  /** In units of the font size. */
  readonly width: number
}

/** Splits a drawable text by the fonts that have its characters. */
export function runsOf(text: string, weight: Weight): Run[] {
  const runs: { face: FaceName; text: string; width: number }[] = []
  for (const character of text) {
    const piece = placed(character, weight)
    const last = runs.at(-1)
    if (last?.face === piece.face) {
      last.text += piece.text
      last.width += piece.width
    } else runs.push(piece)
  }
  return runs
}

/** In units of the font size. */
export function widthOf(text: string, weight: Weight): number {
  let width = 0
  for (const character of text) width += placed(character, weight).width
  return width
}

function placed(character: string, weight: Weight): Run {
  for (const face of facesOf[weight]) {
    const width = glyphsOf(face).advanceOf(character)
    if (width !== undefined) return { face, text: character, width }
  }
  return { face: weight, text: unknown, width: 1 }
}
