import { fork } from 'node:child_process'
import { join } from 'node:path'
import sharp from 'sharp'
import { median } from '../bench.ts'

interface Job {
  readonly input: string
  readonly folder: string
  readonly milliseconds: number
}

/** The time in ms to decode a photo and write three renditions, in a separate process as in the product. */
export async function measureBareSharp(input: string, folder: string, seconds: number): Promise<number> {
  const child = fork(import.meta.filename)
  const job: Job = { input, folder, milliseconds: seconds * 1000 }
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', (code) => reject(new Error(`the sharp process ended with ${code}`)))
    child.send(job)
  })
}

if (import.meta.main) {
  process.once('message', async (job: Job) => {
    const times = await work(job)
    process.send?.(median(times), () => process.exit())
  })
}

async function work({ input, folder, milliseconds }: Job): Promise<number[]> {
  sharp.cache(false)
  sharp.concurrency(1)
  const times: number[] = []
  const end = performance.now() + milliseconds
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
  return times.length > 2 ? times.slice(1) : times
}
