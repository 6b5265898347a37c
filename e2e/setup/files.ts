import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
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

/** A JPEG of noise that is over the limit of 20 MB, so that the browser has to shrink it. */
export async function writeLargePicture(path: string): Promise<string> {
  const [width, height] = [5000, 4000]
  const raw = { width, height, channels: 3 } as const
  const jpeg = await sharp(randomBytes(width * height * 3), { raw })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
  if (jpeg.length <= 20 * 1024 * 1024) throw new Error(`the large picture has only ${jpeg.length} bytes`)
  await writeFile(path, jpeg)
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
