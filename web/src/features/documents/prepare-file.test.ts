import { openAsBlob } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FileRefused, prepareFile } from './prepare-file.ts'

test('a file that is gone when it is read says ファイルの読み込みに失敗しました (spec §8)', async () => {
  const path = join(tmpdir(), `gone-${process.pid}.jpg`)
  await writeFile(path, 'still here')
  const gone = await openAsBlob(path)
  await rm(path)
  // What a chooser gives is a Blob with a name; Node gives Blobs of files without one.
  const file = Object.assign(gone, { name: 'selfie.jpg', lastModified: 0, webkitRelativePath: '' }) as File
  const refused = prepareFile('selfie', file, new AbortController().signal, () => {})
  await expect(refused).rejects.toEqual(new FileRefused('ファイルの読み込みに失敗しました'))
})
