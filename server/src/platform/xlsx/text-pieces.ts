/** Pieces large enough that handing them on costs nothing, small enough that the thread listens in between. */
const pieceBytes = 128 * 1024
/** What a character takes in UTF-8 at most. */
const charBytes = 3

/** Texts as UTF-8, gathered into pieces: written one by one, they are never copied together as one long text. */
export class TextPieces {
  /** Of all pieces that were taken. */
  bytes = 0
  #piece = Buffer.allocUnsafeSlow(pieceBytes)
  #used = 0

  /** Whether it is time to take a piece. */
  get full(): boolean {
    return this.#used >= pieceBytes / 2
  }

  write(text: string): void {
    const most = this.#used + text.length * charBytes
    if (most > this.#piece.length) this.#grow(most)
    this.#used += this.#piece.write(text, this.#used)
  }

  /** What was written since the last one. */
  take(): Buffer {
    const piece = this.#piece.subarray(0, this.#used)
    this.#piece = Buffer.allocUnsafeSlow(pieceBytes)
    this.#used = 0
    this.bytes += piece.length
    return piece
  }

  #grow(bytes: number): void {
    const piece = Buffer.allocUnsafeSlow(Math.max(bytes, this.#piece.length * 2))
    this.#piece.copy(piece, 0, 0, this.#used)
    this.#piece = piece
  }
}

/** The same for texts that are at hand. */
export function* inPieces(texts: Iterable<string>): Generator<Buffer> {
  const pieces = new TextPieces()
  for (const text of texts) {
    pieces.write(text)
    if (pieces.full) yield pieces.take()
  }
  yield pieces.take()
}
