import type { DemoPerson } from '@kyc/server/demo/people.ts'
import { figure } from './figure.ts'
import { card, escaped, stamp } from './page.ts'

/** Parts that several cards print. All coordinates are those of a card of 1400 × 882. */

export function fullName(person: DemoPerson): string {
  return `${person.lastName} ${person.firstName}`
}

export function romanName(person: DemoPerson): string {
  return `${person.lastNameRoman} ${person.firstNameRoman}`
}

export function text(x: number, y: number, size: number, content: string, attributes = ''): string {
  return `<text x="${x}" y="${y}" font-size="${size}" ${attributes}>${escaped(content)}</text>`
}

/** A name in the space that there is: long ones are set smaller. */
export function name(x: number, y: number, size: number, content: string, room: number): string {
  const width = [...content].reduce((sum, character) => sum + (character < '\u0100' ? 0.62 : 1), 0)
  return text(x, y, Math.min(size, room / width), content, 'font-weight="700"')
}

/** The photograph of the holder. */
export function portrait(look: number, x: number, y: number, width: number, ground: string): string {
  const height = width * 1.29
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="30 70 540 680" preserveAspectRatio="xMidYMin slice">
    <rect x="0" y="0" width="600" height="800" fill="${ground}"/>${figure(look)}</svg>`
}

/**
 * A date of which every character has its own place, so that the digits of a day that depends on the first start can
 * be set in later (server/src/demo/expiry-date.ts). Without a day only 年月日 are drawn.
 */
export const dateCells = {
  x: 85,
  size: 44,
  digitWidth: 27,
  digits: [0, 27, 54, 81, 154, 181, 254, 281],
  marks: { 年: 109, 月: 209, 日: 309 },
} as const

export function dateInCells(y: number, day: string | null, suffix: string): string {
  const digits = day ? [...day.replaceAll('-', '')] : []
  const style = `font-size="${dateCells.size}" font-weight="700" fill="#22406e"`
  return [
    ...digits.map(
      (digit, index) =>
        `<text x="${dateCells.x + (dateCells.digits[index] ?? 0)}" y="${y}" ${style}>${digit}</text>`,
    ),
    ...Object.entries(dateCells.marks).map(
      ([mark, x]) => `<text x="${dateCells.x + x}" y="${y}" ${style}>${mark}</text>`,
    ),
    `<text x="${dateCells.x + 356}" y="${y}" ${style}>${suffix}</text>`,
  ].join('')
}

export function ground(id: string, from: string, to: string): string {
  return `<defs><linearGradient id="${id}" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="0.5" stop-color="#f5f3e9"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
    <rect width="${card.width}" height="${card.height}" fill="url(#${id})"/>`
}

export function ruled(x1: number, x2: number, ...ys: number[]): string {
  return ys.map((y) => `<path d="M${x1} ${y}H${x2}" stroke="#8796a4" stroke-width="2.5"/>`).join('')
}

export function stamped(x: number, y: number): string {
  return stamp(x, y, 118)
}

/** The printed end of validity, or null where it is set in later. */
export function printedExpiry(person: DemoPerson): string | null {
  return typeof person.expires === 'string' ? person.expires : null
}
