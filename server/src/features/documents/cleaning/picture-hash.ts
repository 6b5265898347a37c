import sharp from 'sharp'

/** The side of the small grey picture, and the lowest frequencies of it that are used in each direction. */
const side = 32
const frequencies = 16

/** `cosines[k][n]` is the value of frequency k + 1 at pixel n (DCT-II). */
const cosines = Array.from({ length: frequencies }, (_, k) =>
  Float64Array.from({ length: side }, (_, n) => Math.cos((Math.PI * (n + 0.5) * (k + 1)) / side)),
)

/**
 * The perceptual hash of a picture, which is given as a file or its bytes: 64 hex digits, one bit for each of 256 low
 * frequencies of its cosine transform. The bit states whether the frequency is stronger than their median. The hash is
 * similar after compression and changes of brightness, and different for other motifs.
 */
export async function pictureHash(picture: string | Buffer): Promise<string> {
  const grey = await sharp(picture)
    .greyscale()
    .normalise()
    .resize({ width: side, height: side, fit: 'fill' })
    .blur(0.6)
    .raw()
    .toBuffer()
  const rows = Array.from({ length: side }, (_, y) => transformed(grey.subarray(y * side, (y + 1) * side)))
  const values = cosines.flatMap((_, k) => transformed(rows.map((row) => row[k] ?? 0)))
  const median = [...values].sort((one, other) => one - other)[values.length / 2] ?? 0
  const hash = Buffer.alloc(values.length / 8)
  for (const [at, value] of values.entries()) {
    if (value > median) hash.writeUInt8(hash.readUInt8(at >> 3) | (0x80 >> (at & 7)), at >> 3)
  }
  return hash.toString('hex')
}

/** The strength of each used frequency in `samples`. */
function transformed(samples: ArrayLike<number>): number[] {
  return cosines.map((cosine) => cosine.reduce((sum, value, n) => sum + value * (samples[n] ?? 0), 0))
}
