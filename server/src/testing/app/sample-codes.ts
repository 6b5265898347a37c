import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { checkDigit, holdsIndividualNumber } from '@kyc/contract/individual-number.ts'
import fc from 'fast-check'
import sharp from 'sharp'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

/** The number of the specimens of My Number cards, with the right check digit. */
export const specimenNumber = '123456789018'

/** Where a code is in a picture, and what makes it hard to read. */
interface CodePlace {
  /** The width of the picture in pixels, and the share of it that the code takes. */
  readonly width: number
  readonly share: number
  /** The middle of the code, as shares of the picture. */
  readonly x: number
  readonly y: number
  /** In radians. */
  readonly turn: number
  readonly blur: number
}

const plainPlace: CodePlace = { width: 600, share: 0.2, x: 0.8, y: 0.4, turn: 0, blur: 0 }

/** The modules of a code, row by row; 0 is black. */
interface Code {
  readonly side: number
  readonly modules: ArrayLike<number>
}

/** The back of a card with `text` in a QR code, as a JPEG. */
export async function cardWithCode(
  text: string,
  place?: Partial<CodePlace>,
): Promise<Uint8Array<ArrayBuffer>> {
  return cardWith(await codeOf(text), place)
}

const paper = randomBytes(1024 * 1024).map((value) => 200 + (value >> 3))

/** Everything but the code is noise. */
export async function cardWith(code: Code, place: Partial<CodePlace> = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { width, share, x, y, turn, blur } = { ...plainPlace, ...place }
  const height = Math.round(width * 0.63)
  const pixels = new Uint8Array(width * height)
  for (let at = 0; at < pixels.length; at += paper.length)
    pixels.set(paper.subarray(0, pixels.length - at), at)
  const [cos, sin, module] = [Math.cos(turn), Math.sin(turn), (width * share) / code.side]
  // A code has a margin of four modules.
  const half = code.side / 2 + 4
  const reach = Math.ceil(half * module * Math.SQRT2)
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const [column, row] = [Math.round(x * width) + dx, Math.round(y * height) + dy]
      const [across, down] = [(dx * cos + dy * sin) / module, (dy * cos - dx * sin) / module]
      const isCode = Math.max(Math.abs(across), Math.abs(down)) < half
      if (isCode && column >= 0 && column < width && row >= 0 && row < height)
        pixels[row * width + column] = isBlack(code, across, down) ? 40 : 230
    }
  }
  const photo = sharp(pixels, { raw: { width, height, channels: 1 } })
  const jpeg = await (blur > 0 ? photo.blur(blur) : photo).jpeg({ quality: 80 }).toBuffer()
  return new Uint8Array(jpeg)
}

function isBlack({ side, modules }: Code, across: number, down: number): boolean {
  const [column, row] = [Math.floor(across + side / 2), Math.floor(down + side / 2)]
  return column >= 0 && row >= 0 && column < side && row < side && modules[row * side + column] === 0
}

const program = fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'))
let loaded: Promise<unknown> | undefined

async function codeOf(text: string): Promise<Code> {
  loaded ??= readFile(program).then((bytes) => {
    const overrides = { wasmBinary: new Uint8Array(bytes).buffer }
    return prepareZXingModule({ overrides, fireImmediately: true })
  })
  await loaded
  const { symbol } = await writeBarcode(text, { format: 'QRCode', scale: 1, addQuietZones: false })
  return { side: symbol.width, modules: symbol.data }
}

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''))
const numbers = digits(11).map((eleven) => `${eleven}${checkDigit(eleven)}`)
const otherTexts = fc
  .oneof(
    digits(12),
    digits(11),
    digits(13),
    fc.webUrl(),
    numbers.map((number) => `0${number}`),
    fc.uuid().map((id) => `otpauth://totp/demo?secret=${id}`),
  )
  .filter((text) => !holdsIndividualNumber(text))

const share = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const places = (leastShare: number) =>
  fc.record({
    width: fc.integer({ min: 1000, max: 1300 }),
    share: share(leastShare, 0.3),
    x: share(0.25, 0.75),
    y: share(0.35, 0.65),
    turn: share(0, 2 * Math.PI),
    blur: fc.constantFrom(0, 0.5, 1),
  })

/** Cards with random individual numbers in codes that take at least 8% of their width, and where these are. */
export function numberedCards(count: number): readonly (readonly [text: string, place: CodePlace])[] {
  return fc.sample(fc.tuple(numbers, places(0.08)), { numRuns: count, seed: 114 })
}

/** Cards with other codes, which have more modules. */
export function otherCards(count: number): readonly (readonly [text: string, place: CodePlace])[] {
  return fc.sample(fc.tuple(otherTexts, places(0.25)), { numRuns: count, seed: 114 })
}
