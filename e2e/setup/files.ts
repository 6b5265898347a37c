import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import { limits } from '@kyc/contract/limits.ts'

const folder = fileURLToPath(new URL('../../server/src/demo/specimens/', import.meta.url))

/** The path of a drawn specimen, such as `id-yamada-hanako.jpg`. */
export function specimen(name: string): string {
  return folder + name
}

/** The required files of a registration: a PDF and two JPEGs. */
export const required = {
  agreementFile: specimen('agreement-1.pdf'),
  idFront: specimen('id-yamada-hanako.jpg'),
  selfie: specimen('selfie-1.jpg'),
} as const

/** A drawn ID as an iPhone stores pictures. */
export const heicPicture = fileURLToPath(new URL('./id-front.heic', import.meta.url))

/** A PNG of noise. */
export async function writePng(path: string, width: number, height: number): Promise<string> {
  const rows = randomBytes((width * 3 + 1) * height)
  // Each row starts with the number of its filter; 0 is none.
  for (let row = 0; row < height; row++) rows[row * (width * 3 + 1)] = 0
  const threeColours = [8, 2]
  await writeFile(path, png(width, height, threeColours, deflateSync(rows, { level: 0 })))
  return path
}

/** A black PNG of a few kilobytes with more pixels than the server decodes (D8). */
export async function writeVastPng(path: string): Promise<string> {
  const side = Math.ceil(Math.sqrt(limits.pixels)) + 1
  const oneBit = [1, 0]
  await writeFile(path, png(side, side, oneBit, deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side))))
  return path
}

/** @param format the bit depth and colour type of IHDR */
function png(width: number, height: number, format: readonly number[], data: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(format, 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A PNG over the limit of 20 MB, which the browser must shrink. */
export function writeLargePng(path: string): Promise<string> {
  return writePng(path, 3000, Math.ceil(limits.fileBytes / 9000) + 1)
}

/** A real picture, padded to `bytes`. */
export async function pictureOf(bytes: number): Promise<Buffer> {
  const picture = await readFile(required.idFront)
  return Buffer.concat([picture, randomBytes(bytes - picture.length)])
}

/** Noise of `bytes` with the signature of a JPEG. */
export function fakePicture(bytes: number): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(bytes - 4)])
}
