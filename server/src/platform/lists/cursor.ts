import { type BoxKeys, decryptBox, encryptBox } from '../crypto/encrypted-box.ts'
import { Problem } from '../problem.ts'

/** The end of a page of a list, as text for a URL: encrypted, because URLs are logged and shared. */
export interface CursorCodec {
  /** `list` names the list and its order; the cursor is valid only for that. */
  encode(list: string, position: readonly string[]): string

  decode(list: string, cursor: string): string[]
}

export function createCursorCodec(keys: BoxKeys): CursorCodec {
  return {
    encode: (list, position) =>
      encryptBox(keys, Buffer.from(JSON.stringify(position)), list).toString('base64url'),
    decode(list, cursor) {
      try {
        const position: unknown = JSON.parse(
          decryptBox(keys, Buffer.from(cursor, 'base64url'), list).toString('utf8'),
        )
        if (Array.isArray(position)) return position.map(String)
      } catch (error) {
        throw new Problem('CURSOR_INVALID', { field: 'cursor', cause: error })
      }
      throw new Problem('CURSOR_INVALID', { field: 'cursor' })
    },
  }
}
