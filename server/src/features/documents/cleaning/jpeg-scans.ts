const startOfScan = 0xda
const endOfImage = 0xd9

/**
 * Counts the scans of a JPEG by its markers, as a decoder does: skips scan data and junk between segments,
 * and stops at the end of the image. Stops at `most` + 1 as well, to bound the cost.
 */
export function countScans(bytes: Buffer, most: number): number {
  let scans = 0
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[++at] ?? 0
    if (marker === endOfImage) break
    if (marker === startOfScan && ++scans > most) break
    // A fill byte may precede a marker.
    if (marker !== 0xff) at += 1 + (hasSegment(marker) ? segmentLength(bytes, at + 1) : 0)
  }
  return scans
}

/** Zero marks an escaped 0xff in scan data; TEM, restart markers and SOI have no segment. */
function hasSegment(marker: number): boolean {
  return marker > 0x01 && !(marker >= 0xd0 && marker <= 0xd8)
}

/** Decoders refuse a length below 2. */
function segmentLength(bytes: Buffer, at: number): number {
  return at + 2 <= bytes.length ? Math.max(2, bytes.readUInt16BE(at)) : 2
}
