export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Bytes searched at the start of a file: a JPEG's frame header follows its EXIF and colour profile. */
export const headerBytes = 512 * 1024

/**
 * Reads width and height from the header, without decoding: decoding a picture of hundreds of megapixels
 * takes gigabytes of memory. Returns undefined if the header is not recognized.
 */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return isPng(view) ? pngSize(view) : jpegSize(view)
}

function isPng(view: DataView): boolean {
  return view.byteLength >= 24 && view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a
}

function pngSize(view: DataView): PictureSize {
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** Walks the segments up to the start of frame (SOF0…SOF15, except the three markers that denote tables). */
function jpegSize(view: DataView): PictureSize | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined
  let at = 2
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1 // fill byte
      continue
    }
    if (isFrameStart(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

function isFrameStart(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}
