import { limits } from '@kyc/contract/limits.ts'
import type { PictureSize } from './picture-size.ts'

/** spec §5 and D8: over the size, or over the pixels that the server will decode. */
export function needsShrinking(bytes: number, size: PictureSize | undefined): boolean {
  return bytes > limits.fileBytes || (size !== undefined && size.width * size.height > limits.pixels)
}

/** The longest side becomes at most 1920 px; nothing is ever enlarged or squeezed to nothing (spec §5). */
export function shrunkSize({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, limits.shrink.sidePx / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** A shrunk picture is a JPEG and is called one (D8). */
export function jpegName(name: string): string {
  return `${name.replace(/\.[^.]*$/, '')}.jpg`
}

/** The first quality that fits, best first; else the smallest, which the size check then refuses (spec §5). */
export async function firstThatFits<T extends { size: number }>(
  encode: (quality: number) => Promise<T>,
  tried: (done: number, of: number) => void = () => {},
): Promise<T> {
  const { qualities } = limits.shrink
  let result = await encode(qualities[0])
  tried(1, qualities.length)
  for (const [index, quality] of qualities.entries()) {
    if (index === 0 || result.size <= limits.fileBytes) continue
    result = await encode(quality)
    tried(index + 1, qualities.length)
  }
  return result
}
