import { join } from 'node:path'
import sharp from 'sharp'
import { median } from '../bench.ts'

/** The time in ms to decode a photo and write three renditions, with the settings of the product's helper. */
export async function measureBareSharp(input: string, folder: string, seconds: number): Promise<number> {
  sharp.cache(false)
  sharp.concurrency(1)
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  do {
    const start = performance.now()
    const picture = sharp(input, { sequentialRead: true }).autoOrient()
    const screen = picture.clone().resize({ width: 1600, height: 1600, fit: 'inside' })
    await picture.jpeg({ quality: 92 }).toFile(join(folder, 'bare-full.jpg'))
    await screen.jpeg({ quality: 92 }).toFile(join(folder, 'bare-screen.jpg'))
    const thumbnail = sharp(join(folder, 'bare-screen.jpg')).resize({
      width: 320,
      height: 320,
      fit: 'inside',
    })
    await thumbnail.jpeg({ quality: 92 }).toFile(join(folder, 'bare-thumbnail.jpg'))
    times.push(performance.now() - start)
  } while (performance.now() < end)
  return median(times.length > 2 ? times.slice(1) : times)
}
