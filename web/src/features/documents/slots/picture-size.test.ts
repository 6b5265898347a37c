import { expect, test } from 'vitest'
import { pictureSize } from './picture-size.ts'

function png(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(33)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}

function jpeg(width: number, height: number, frame = 0xc0): Uint8Array {
  const exif = [0xff, 0xe1, 0x00, 0x06, 1, 2, 3, 4]
  const tables = [0xff, 0xc4, 0x00, 0x04, 9, 9]
  const sof = [0xff, frame, 0x00, 0x11, 8, height >> 8, height & 255, width >> 8, width & 255, 3]
  return Uint8Array.from([0xff, 0xd8, ...exif, ...tables, 0xff, ...sof, 0, 0, 0, 0])
}

test('the size of a PNG is read from its first chunk', () => {
  expect(pictureSize(png(12_000, 9_000))).toEqual({ width: 12_000, height: 9_000 })
})

test('the size of a JPEG is read from its frame header, baseline or progressive', () => {
  expect(pictureSize(jpeg(4032, 3024))).toEqual({ width: 4032, height: 3024 })
  expect(pictureSize(jpeg(640, 480, 0xc2))).toEqual({ width: 640, height: 480 })
})

test('the size is undefined for a truncated or unknown header', () => {
  expect(pictureSize(new Uint8Array())).toBeUndefined()
  expect(pictureSize(jpeg(4032, 3024).slice(0, 20))).toBeUndefined()
  expect(pictureSize(new TextEncoder().encode('%PDF-1.7 and so on'))).toBeUndefined()
})
