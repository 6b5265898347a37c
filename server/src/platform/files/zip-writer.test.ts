import { expect, it } from 'vitest'
import { ZipWriter } from './zip-writer.ts'

it('an archive that becomes too large fails where its bytes are taken, and does not end the process', async () => {
  const zip = new ZipWriter(1_000_000)
  const file = zip.add('a', { stored: true })
  await file.write(new Uint8Array(2_000_000))
  await file.end()
  expect(() => zip.take()).toThrow('the archive exceeds 4 GiB')
})
