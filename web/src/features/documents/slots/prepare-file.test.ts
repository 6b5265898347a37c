import { openAsBlob } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { InvalidFileError, prepareFile } from './prepare-file.ts'

test('a file deleted before it is read fails with ファイルの読み込みに失敗しました (spec §8)', async () => {
  const path = join(tmpdir(), `gone-${process.pid}.jpg`)
  await writeFile(path, 'still here')
  const deleted = await openAsBlob(path)
  await rm(path)
  // A file input yields a Blob with a name; Node's openAsBlob() yields one without a name.
  const file = Object.assign(deleted, { name: 'selfie.jpg', lastModified: 0, webkitRelativePath: '' }) as File
  const preparation = prepareFile('selfie', file, new AbortController().signal, () => {})
  await expect(preparation).rejects.toEqual(
    new InvalidFileError({ message: 'ファイルの読み込みに失敗しました' }),
  )
})
