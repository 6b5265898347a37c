import type { IdKind } from '@kyc/contract/document-vocabulary.ts'
import sharp from 'sharp'
import { figure, handColours, type Look, room } from './faces.ts'

/** A card of 1400 × 882 in the centre of a specimen of 1280 × 816, and the place of the photo on it. */
const card = { width: 1400, height: 882 }
const specimen = { width: 1280, height: 816 }
const cardScale = (specimen.width * 0.9) / card.width
const photos: Partial<Record<IdKind, { x: number; y: number; width: number; ground: string }>> = {
  drivers_license: { x: 932, y: 272, width: 330, ground: '#c7dbec' },
  my_number_card: { x: 84, y: 168, width: 372, ground: '#d7dfea' },
  passport: { x: 84, y: 152, width: 380, ground: '#d6dce6' },
  residence_card: { x: 980, y: 190, width: 360, ground: '#d5dfd4' },
}

/** How a card lies on a specimen. */
export interface Pose {
  readonly idKind: IdKind
  /** In degrees. */
  readonly tilt: number
  /** What is wrong with the picture. */
  readonly flaw?: string | undefined
}

const svg = (width: number, height: number, viewBox: string, content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}">${content}</svg>`,
  )

/** 見本 in strokes, about 100 × 50. */
const stamp = (
  x: number,
  y: number,
) => `<g transform="translate(${x} ${y}) rotate(-9)" fill="none" stroke="#c0352b" stroke-width="4" opacity="0.85">
  <rect x="-52" y="-29" width="104" height="58" rx="5" fill="#fff9"/>
  <path d="M-36 -20H-12V6H-36ZM-36 -11H-12M-36 -3H-12M-30 6C-31 14 -36 18 -42 20M-18 6V16Q-17 20 -6 19V13M8 -12H44M26 -21V21M25 -11C22 0 16 8 7 13M27 -11C30 0 36 8 45 13M17 11H35"/></g>`

/** The specimen of an ID with the drawn face in place of its photo. */
export async function withPhoto(picture: Buffer, look: Look, pose: Pose): Promise<Buffer> {
  const { width, height } = specimen
  const shift = pose.flaw === 'crop' ? `translate(${width * 0.17} ${height * 0.2})` : ''
  const blur =
    pose.flaw === 'blur'
      ? `filter="url(#blur)" transform="translate(${width / 2} ${height / 2}) scale(1.06) translate(${-width / 2} ${-height / 2})"`
      : ''
  const half = width / 2
  const left = photoOf(pose.idKind).x < card.width / 2 ? 0 : half
  const drawn = svg(
    half,
    height,
    `${left} 0 ${half} ${height}`,
    `<filter id="blur"><feGaussianBlur stdDeviation="5.6"/></filter>
    <g ${blur}><g transform="${shift} translate(${width / 2} ${height / 2}) rotate(${pose.tilt}) scale(${cardScale}) translate(${-card.width / 2} ${-card.height / 2})">${photo(look, pose.idKind)}</g></g>`,
  )
  return sharp(picture)
    .composite([{ input: drawn, left, top: 0 }])
    .jpeg({ quality: 80 })
    .toBuffer()
}

function photoOf(idKind: IdKind) {
  const place = photos[idKind]
  if (!place) throw new Error(`no place for a photo on a card of kind ${idKind}`)
  return place
}

function photo(look: Look, idKind: IdKind): string {
  const { x, y, width, ground } = photoOf(idKind)
  return `<svg x="${x}" y="${y}" width="${width}" height="${width * 1.29}" viewBox="30 70 540 680" preserveAspectRatio="xMidYMin slice">
    <rect width="600" height="800" fill="${ground}"/>${figure(look)}</svg>`
}

/** Head and shoulders in a room. A dark one is taken against the light, so that the face is hard to see. */
export function selfie(look: Look, isDark = false): Promise<Buffer> {
  const { index } = look
  const dark = isDark
    ? `<rect width="600" height="750" fill="#0c1016" opacity="0.8"/><circle cx="${90 + ((index * 53) % 420)}" cy="90" r="60" fill="#fff7e0" opacity="0.75"/>`
    : ''
  const [x, size, tilt] = [
    300 + ((index * 37) % 121) - 60,
    0.86 + ((index * 7) % 11) * 0.03,
    ((index * 5) % 13) - 6,
  ]
  const person = `<g transform="translate(${x} 770) rotate(${tilt}) scale(${size}) translate(-300 -750)">
    <rect x="28" y="744" width="544" height="200" fill="${handColours(look).cloth}"/>${figure(look)}</g>`
  return jpegOf(`${room(look)}${person}${dark}${stamp(index % 2 ? 80 : 520, 700)}`, 1)
}

/** The same person with the ID of a specimen under the chin. */
export async function selfieWithId(look: Look, picture: Buffer, { idKind, tilt }: Pose): Promise<Buffer> {
  const front = await sharp(picture)
    .resize({ width: specimen.width / 2 })
    .jpeg()
    .toBuffer()
  const { skin, cloth } = handColours(look)
  const { index } = look
  const hand = `<path d="M-20 60L-150 190L-60 300L26 136Z" fill="${cloth}"/>
    <path d="M-8 132C-30 96 -26 60 8 46L92 20C112 16 116 38 98 46L58 62L112 52C128 52 130 72 112 76L64 84L108 82C122 84 122 102 106 104L62 108C44 130 22 146 -8 132Z" fill="${skin}"/>
    <path d="M58 62L98 46M64 84L112 76M62 108L106 104" stroke="#5a2f1a" stroke-opacity="0.3" stroke-width="3"/>`
  // Undoes the pose of the card in the specimen.
  const held = `<svg x="-700" y="-441" width="1400" height="882" viewBox="0 0 1400 882"><clipPath id="card"><rect width="1400" height="882" rx="44"/></clipPath>
    <g clip-path="url(#card)"><image transform="translate(700 441) scale(${1 / cardScale}) rotate(${-tilt}) translate(${-specimen.width / 2} ${-specimen.height / 2})"
      width="${specimen.width}" height="${specimen.height}" href="data:image/jpeg;base64,${front.toString('base64')}"/>${photo(look, idKind)}</g></svg>`
  return jpegOf(
    `${room(look)}<g transform="translate(${300 + ((index * 29) % 81) - 40} 640) scale(${0.78 + (index % 4) * 0.05}) translate(-300 -750)">
    <rect x="28" y="744" width="544" height="160" fill="${cloth}"/>${figure(look)}</g>
    <g transform="translate(${270 + ((index * 17) % 61)} ${548 + ((index * 11) % 37)}) rotate(${((index * 5) % 13) - 6})">
    <g transform="scale(0.2925)">${held}</g><g transform="translate(-222 60)">${hand}</g><g transform="translate(222 60) scale(-1 1)">${hand}</g></g>${stamp(index % 2 ? 80 : 520, 60)}`,
    1.2,
  )
}

/** @param content in a field of 600 × 750 */
function jpegOf(content: string, scale: number): Promise<Buffer> {
  return sharp(svg(600 * scale, 750 * scale, '0 0 600 750', content))
    .jpeg({ quality: 80 })
    .toBuffer()
}
