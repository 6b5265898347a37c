import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readRelease } from './release.ts'

const commit = '0123456789abcdef0123456789abcdef01234567'

it.each([
  ['a tag, as an installation has', { HEAD: `${commit}\n` }],
  ['a branch', { HEAD: 'ref: refs/heads/main\n', 'refs/heads/main': `${commit}\n` }],
  [
    'a branch after a clone',
    { HEAD: 'ref: refs/heads/main\n', 'packed-refs': `# pack-refs\n${commit} refs/heads/main\n` },
  ],
])('the commit of a checkout of %s is read without git', async (_, files) => {
  await using root = await checkout(files)
  expect(readRelease(root.path, undefined)).toEqual({ version: '1.2.3', commit: commit.slice(0, 12) })
})

it('without a checkout the commit is that of the image, or unknown', async () => {
  await using root = await checkout({})
  expect(readRelease(root.path, undefined).commit).toBeNull()
  expect(readRelease(root.path, commit).commit).toBe(commit.slice(0, 12))
  await writeFile(join(root.path, '.git'), 'gitdir: /elsewhere\n')
  expect(readRelease(root.path, undefined).commit).toBeNull()
})

async function checkout(files: Readonly<Record<string, string>>) {
  const root = await mkdtempDisposable(join(tmpdir(), 'kyc-release-'))
  await writeFile(join(root.path, 'package.json'), '{ "version": "1.2.3" }')
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(root.path, '.git', name, '..'), { recursive: true })
    await writeFile(join(root.path, '.git', name), content)
  }
  return root
}
