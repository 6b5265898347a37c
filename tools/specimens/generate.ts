import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { demoPeople } from '@kyc/server/demo/people.ts'
import { openCamera } from './camera.ts'
import { drawAll } from './drawings.ts'

/**
 * Draws the specimen files of demo mode into server/src/demo/specimens. They are committed, because a user's machine
 * has neither the fonts nor a browser at hand: `node tools/specimens/generate.ts [part of a name]`.
 */
const target = join(import.meta.dirname, '../../server/src/demo/specimens')
const only = process.argv[2] ?? ''

await mkdir(target, { recursive: true })
if (!only) {
  await rm(target, { recursive: true })
  await mkdir(target)
}
const camera = await openCamera()
try {
  let total = 0
  for (const drawing of drawAll(demoPeople)) {
    if (!drawing.file.includes(only)) continue
    const bytes = await camera.take(drawing)
    await writeFile(join(target, drawing.file), bytes)
    total += bytes.length
    console.log(`${drawing.file} ${Math.round(bytes.length / 1024)} KiB`)
  }
  console.log(`${Math.round(total / 1024)} KiB in all`)
} finally {
  await camera.close()
}
