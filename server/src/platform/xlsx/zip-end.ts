import { crc32 } from 'node:zlib'
import type { Part } from './workbook-parts.ts'

/** A file of an archive, with its line of the directory as it was written. */
export interface KeptFile {
  readonly path: string
  readonly record: Buffer
}

export interface KeptEnd {
  readonly files: readonly KeptFile[]
  /** Where the bytes of the last kept file end, counted from the start of the archive. */
  readonly end: number
}

const signature = { local: 0x04034b50, record: 0x02014b50, end: 0x06054b50 } as const
const sizes = { local: 30, record: 46, end: 22 } as const
/** Names are UTF-8; nothing of the small files is packed. */
const utf8Flag = 0x0800
/** 1 January 1980, the first day that the format knows: archives of the same rows are the same. */
const noTime = 0x0021

/**
 * Reads the directory at the end of an archive (APPNOTE 4.3) of which `tail` is what follows the first `sent` bytes,
 * and tells which files at its beginning are kept.
 * @throws Error if the archive ends otherwise than it should
 */
export function readArchiveEnd(tail: Buffer, sent: number, keep: (path: string) => boolean): KeptEnd {
  const at = tail.length - sizes.end
  if (at < 0 || tail.readUInt32LE(at) !== signature.end) throw new Error('the archive has no end')
  const files: KeptFile[] = []
  let end: number | undefined
  for (let next = tail.readUInt32LE(at + 16) - sent, left = tail.readUInt16LE(at + 10); left > 0; left--) {
    if (next < 0 || tail.readUInt32LE(next) !== signature.record)
      throw new Error('the archive has no directory')
    const pathBytes = tail.readUInt16LE(next + 28)
    const length = sizes.record + pathBytes + tail.readUInt16LE(next + 30) + tail.readUInt16LE(next + 32)
    const path = tail.toString('utf8', next + sizes.record, next + sizes.record + pathBytes)
    if (!keep(path)) {
      end = tail.readUInt32LE(next + 42)
      break
    }
    files.push({ path, record: Buffer.from(tail.subarray(next, next + length)) })
    next += length
  }
  if (end === undefined || end < sent)
    throw new Error('the end of the archive is longer than what was held back')
  return { files, end }
}

/** The bytes that complete an archive whose kept files end at `start`: further files, and the directory of all. */
export function endArchive(kept: readonly KeptFile[], start: number, parts: readonly Part[]): Buffer {
  const bytes: Buffer[] = []
  const records = kept.map(({ record }) => record)
  let offset = start
  for (const part of parts) {
    const { local, record } = stored(part, offset)
    bytes.push(local)
    records.push(record)
    offset += local.length
  }
  const directory = Buffer.concat(records)
  const end = Buffer.alloc(sizes.end)
  end.writeUInt32LE(signature.end, 0)
  end.writeUInt16LE(records.length, 8)
  end.writeUInt16LE(records.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bytes, directory, end])
}

/** A file that is not packed: its bytes in place, and its line of the directory. */
function stored({ path, text }: Part, offset: number): { local: Buffer; record: Buffer } {
  const name = Buffer.from(path)
  const body = Buffer.from(text)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(utf8Flag, 2)
  common.writeUInt16LE(noTime, 8)
  common.writeUInt32LE(crc32(body), 10)
  common.writeUInt32LE(body.length, 14)
  common.writeUInt32LE(body.length, 18)
  common.writeUInt16LE(name.length, 22)
  const head = Buffer.alloc(4)
  head.writeUInt32LE(signature.local, 0)
  const recordHead = Buffer.alloc(6)
  recordHead.writeUInt32LE(signature.record, 0)
  recordHead.writeUInt16LE(20, 4)
  const recordTail = Buffer.alloc(14)
  recordTail.writeUInt32LE(offset, 10)
  return {
    local: Buffer.concat([head, common, name, body]),
    record: Buffer.concat([recordHead, common, recordTail, name]),
  }
}
