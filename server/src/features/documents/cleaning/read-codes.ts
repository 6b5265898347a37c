import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { codeReading } from '@kyc/contract/individual-number.ts'
import type { Sharp } from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const program = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))

/** Loads the program of the reader from its package; by default the reader would fetch it from another site. */
export async function loadCodeReader(): Promise<void> {
  const { buffer: wasmBinary } = new Uint8Array(await readFile(program))
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
}

/** The texts of the QR codes in a picture. */
export async function readCodes(picture: Sharp): Promise<string[]> {
  const { sidePx, options } = codeReading
  const { data, info } = await picture
    .resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  // A view of the same memory, which is too large to copy.
  const rgba = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length)
  const pixels = { ...info, data: rgba, colorSpace: 'srgb' } as const
  const codes = await readBarcodes(pixels, { ...options, formats: [...options.formats] })
  return codes.map(({ text }) => text)
}
