import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { required } from './files.ts'

/**
 * What the camera of every browser shows: a still card on a dark table. Chromium's own test picture contains a moving
 * disc, for which the live check may never end, since it waits until two checks agree.
 */
export const cameraFile = fileURLToPath(new URL('../results/camera.mjpeg', import.meta.url))

/** The card is small enough to lie within the guide of a phone held upright. */
const view = { width: 1280, height: 960, cardWidth: 480 }

/** A file of one baseline JPEG is an MJPEG of a still picture. */
export async function writeCameraFile(): Promise<void> {
  await mkdir(dirname(cameraFile), { recursive: true })
  const card = await sharp(required.idFront).resize(view.cardWidth).toBuffer()
  await sharp({ create: { width: view.width, height: view.height, channels: 3, background: '#4a4038' } })
    .composite([{ input: card }])
    .jpeg({ progressive: false })
    .toFile(cameraFile)
}
