import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { limits } from '@kyc/contract/limits.ts'
import sharp from 'sharp'

const folder = new URL('../../server/src/demo/specimens/', import.meta.url).pathname

/** The path of a drawn specimen, as `id-yamada-hanako.jpg`. */
export function specimen(name: string): string {
  return folder + name
}

/** The files of a registration that lacks nothing: a PDF and two JPEGs. */
export const required = {
  agreementFile: specimen('agreement-1.pdf'),
  idFront: specimen('id-yamada-hanako.jpg'),
  selfie: specimen('selfie-1.jpg'),
} as const

/** A specimen as PNG. */
export async function writePng(path: string, name: string): Promise<string> {
  await sharp(specimen(name)).png().toFile(path)
  return path
}

/** A PNG of noise that is over the limit of 20 MB, so that the browser has to shrink it. */
export async function writeLargePng(path: string): Promise<string> {
  const [width, height] = [3000, 2600]
  const raw = { width, height, channels: 3 } as const
  const { size } = await sharp(randomBytes(width * height * 3), { raw })
    .png({ compressionLevel: 1 })
    .toFile(path)
  if (size <= limits.fileBytes) throw new Error(`the large picture has only ${size} bytes`)
  return path
}

/** A real picture with as many bytes behind its end as wanted. */
export async function pictureOf(bytes: number): Promise<Buffer> {
  const picture = await readFile(required.idFront)
  return Buffer.concat([picture, randomBytes(bytes - picture.length)])
}

/** Begins like a JPEG and is none, with as many bytes as wanted. */
export function fakePicture(bytes: number): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(bytes - 4)])
}
