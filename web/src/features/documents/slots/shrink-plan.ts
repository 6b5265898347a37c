import { limits } from '@kyc/contract/limits.ts'
import type { PictureSize } from './picture-size.ts'

/** Whether the picture exceeds `aboveBytes` or the pixel limit of the server. */
export function needsShrinking(
  bytes: number,
  size: PictureSize | undefined,
  aboveBytes: number = limits.fileBytes,
): boolean {
  return bytes > aboveBytes || (size !== undefined && size.width * size.height > limits.pixels)
}

/** Scales the longest side to at most `sidePx`; never enlarges, and each side is at least 1 px. */
export function shrunkSize({ width, height }: PictureSize, sidePx: number): PictureSize {
  const scale = Math.min(1, sidePx / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Shrunk pictures are JPEG, so the name gets that extension. */
export function jpegName(name: string): string {
  return `${name.replace(/\.[^.]*$/, '')}.jpg`
}

/** Encodes with decreasing quality until the size fits; else returns the last result. */
export async function firstThatFits<T extends { size: number }>(
  encode: (quality: number) => Promise<T>,
  onAttempt: (done: number, of: number) => void = () => {},
): Promise<T> {
  const { qualities } = limits.shrink
  let result = await encode(qualities[0])
  onAttempt(1, qualities.length)
  for (const [index, quality] of qualities.entries()) {
    if (index === 0 || result.size <= limits.fileBytes) continue
    result = await encode(quality)
    onAttempt(index + 1, qualities.length)
  }
  return result
}
