import { limits } from '@kyc/contract/limits.ts'
import { describe, expect, test } from 'vitest'
import {
  acceptAttribute,
  fileSizeMessage,
  fileTypeMessage,
  isTypeAccepted,
  mimeOfBytes,
  slotHint,
} from './file-checks.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)

describe('the type of a file', () => {
  test('is detected from its bytes', () => {
    expect(mimeOfBytes(bytes(0xff, 0xd8, 0xff, 0xe0))).toBe('image/jpeg')
    expect(mimeOfBytes(bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))).toBe('image/png')
    expect(mimeOfBytes(new TextEncoder().encode('%PDF-1.7'))).toBe('application/pdf')
  })

  test('is unknown for empty, short and unsupported files', () => {
    expect(mimeOfBytes(bytes())).toBeUndefined()
    expect(mimeOfBytes(bytes(0xff, 0xd8))).toBeUndefined()
    expect(mimeOfBytes(new TextEncoder().encode('GIF89a'))).toBeUndefined()
  })

  test('must match the name and the slot', () => {
    expect(isTypeAccepted('selfie', 'IMG_1.JPG', 'image/jpeg')).toBe(true)
    expect(isTypeAccepted('selfie', 'IMG_1.jpeg', 'image/jpeg')).toBe(true)
    expect(isTypeAccepted('selfie', 'IMG_1.png', 'image/jpeg')).toBe(false)
    expect(isTypeAccepted('selfie', 'IMG_1', 'image/jpeg')).toBe(false)
    expect(isTypeAccepted('selfie', 'IMG_1.jpg', undefined)).toBe(false)
  })

  test('may be PDF only for the agreement', () => {
    expect(isTypeAccepted('agreementFile', '同意書.pdf', 'application/pdf')).toBe(true)
    expect(isTypeAccepted('idFront', '免許証.pdf', 'application/pdf')).toBe(false)
    expect(acceptAttribute('agreementFile')).toContain('.pdf')
    expect(acceptAttribute('idFront')).toBe('image/jpeg,.jpg,.jpeg,image/png,.png')
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
    expect(slotHint('agreementFile')).toBe('PDF・PNG・JPG／最大20MB')
    expect(slotHint('idBack')).toBe('PNG・JPG／最大20MB')
  })
})
