import { fileCauseTexts } from '@kyc/contract/file-cause-texts.ts'
import { limits } from '@kyc/contract/limits.ts'
import { describe, expect, test } from 'vitest'
import {
  acceptAttribute,
  acceptedFilesText,
  fileSizeMessage,
  fileTypeFault,
  fileTypeMessage,
  mimeOfBytes,
} from './file-checks.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)

describe('the type of a file', () => {
  test('is detected from its bytes', () => {
    expect(mimeOfBytes(bytes(0xff, 0xd8, 0xff, 0xe0))).toBe('image/jpeg')
    expect(mimeOfBytes(bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))).toBe('image/png')
    expect(mimeOfBytes(new TextEncoder().encode('%PDF-1.7'))).toBe('application/pdf')
    expect(mimeOfBytes(new TextEncoder().encode('\0\0\0\x18ftypheic\0\0'))).toBe('image/heic')
    expect(mimeOfBytes(new TextEncoder().encode('\0\0\0\x18ftypmif1\0\0'))).toBe('image/heic')
  })

  test('is unknown for empty, short and unsupported files', () => {
    expect(mimeOfBytes(bytes())).toBeUndefined()
    expect(mimeOfBytes(bytes(0xff, 0xd8))).toBeUndefined()
    expect(mimeOfBytes(new TextEncoder().encode('GIF89a'))).toBeUndefined()
    expect(mimeOfBytes(new TextEncoder().encode('\0\0\0\x18ftypisom\0\0'))).toBeUndefined()
  })

  test.each([
    ['selfie', 'IMG_1.JPG', 'image/jpeg', undefined],
    ['selfie', 'IMG_1.jpeg', 'image/jpeg', undefined],
    ['selfie', 'IMG_1', 'image/jpeg', undefined],
    ['selfie', 'IMG_1.png', 'image/jpeg', '拡張子と中身が違います。'],
    ['selfie', 'memo.jpg', undefined, '拡張子と中身が違います。'],
    ['selfie', 'IMG_1.heic', 'image/heic', fileCauseTexts.heic],
    ['selfie', 'a.gif', undefined, '対象外のファイル形式です。'],
    ['agreementFile', '同意書.pdf', 'application/pdf', undefined],
    ['idFront', '免許証.pdf', 'application/pdf', 'PDFを選択できるのは出演同意書だけです。'],
  ] as const)(
    'must agree with slot and name, and the cause is stated: %s %s %s',
    (type, name, mime, cause) => {
      const fault = fileTypeFault(type, { name, mime, size: 1 })
      expect(fault).toEqual(cause && { message: fileTypeMessage(type), cause })
    },
  )

  test('is refused with the cause if the file is empty', () => {
    expect(fileTypeFault('selfie', { name: 'a.jpg', mime: undefined, size: 0 })?.cause).toBe('中身が空です。')
  })

  test('can be PDF only for the agreement, and can be HEIC, which is converted', () => {
    expect(acceptAttribute('agreementFile')).toContain('.pdf')
    expect(acceptAttribute('idFront')).toBe('image/jpeg,.jpg,.jpeg,image/png,.png,.heic,.heif')
  })
})

describe('messages', () => {
  test('name the field, and PDF only for the agreement', () => {
    expect(fileTypeMessage('agreementFile')).toBe(
      '出演同意書：サポートされていないファイル形式です（PDF, JPG, PNGのみ使用可能）',
    )
    expect(fileTypeMessage('selfie')).toBe(
      '本人写真：サポートされていないファイル形式です（JPG, PNGのみ使用可能）',
    )
  })

  test('reject a file of one byte over 20 MiB', () => {
    expect(fileSizeMessage('idFront', limits.fileBytes)).toBeUndefined()
    expect(fileSizeMessage('idFront', limits.fileBytes + 1)).toBe(
      '身分証明書表面：ファイルサイズが大きすぎます（20MB以下にしてください）',
    )
  })

  test('show the size limit next to each slot', () => {
    expect(acceptedFilesText('agreementFile')).toBe('PDF・PNG・JPG／最大20MB')
    expect(acceptedFilesText('idBack')).toBe('PNG・JPG／最大20MB')
  })
})
