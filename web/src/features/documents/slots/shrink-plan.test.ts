import { limits } from '@kyc/contract/limits.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { describe, expect, test } from 'vitest'
import { firstThatFits, jpegName, needsShrinking, shrunkSize } from './shrink-plan.ts'

describe('shrinking', () => {
  test('applies only above 20 MiB, from a phone above 1 MiB, or above 64 megapixels', () => {
    expect(needsShrinking(limits.fileBytes, { width: 4000, height: 3000 })).toBe(false)
    expect(needsShrinking(limits.fileBytes + 1, { width: 4000, height: 3000 })).toBe(true)
    expect(needsShrinking(1000, { width: 8000, height: 8000 })).toBe(false)
    expect(needsShrinking(1000, { width: 8000, height: 8001 })).toBe(true)
    expect(needsShrinking(1000, undefined)).toBe(false)
    const above = recordLimits.performerLink.shrinkAboveBytes
    expect(needsShrinking(above, undefined, above)).toBe(false)
    expect(needsShrinking(above + 1, undefined, above), 'from a phone').toBe(true)
  })

  test('scales the longest side to 1920 px and never enlarges', () => {
    expect(shrunkSize({ width: 4032, height: 3024 }, limits.shrink.sidePx)).toEqual({
      width: 1920,
      height: 1440,
    })
    expect(shrunkSize({ width: 3000, height: 12_000 }, limits.shrink.sidePx)).toEqual({
      width: 480,
      height: 1920,
    })
    expect(shrunkSize({ width: 800, height: 600 }, limits.shrink.sidePx)).toEqual({ width: 800, height: 600 })
    expect(shrunkSize({ width: 100_000, height: 1 }, limits.shrink.sidePx)).toEqual({
      width: 1920,
      height: 1,
    })
  })

  test('gives the JPEG a .jpg name', () => {
    expect(jpegName('IMG_2041.PNG')).toBe('IMG_2041.jpg')
    expect(jpegName('免許証.表.jpeg')).toBe('免許証.表.jpg')
    expect(jpegName('photo')).toBe('photo.jpg')
  })
})

describe('JPEG quality', () => {
  const sizes = (fitting: number) => async (quality: number) => ({
    quality,
    size: quality <= fitting ? limits.fileBytes : limits.fileBytes + 1,
  })

  test('decreases from 0.9 until the size fits', async () => {
    const tried: number[] = []
    const result = await firstThatFits(sizes(0.7), (done) => tried.push(done))
    expect(result.quality).toBe(0.7)
    expect(tried).toEqual([1, 2, 3])
    expect((await firstThatFits(sizes(0.9))).quality).toBe(0.9)
  })

  test('stops at 0.5, even if the result is still too large', async () => {
    const result = await firstThatFits(sizes(0))
    expect(result).toEqual({ quality: 0.5, size: limits.fileBytes + 1 })
  })
})
