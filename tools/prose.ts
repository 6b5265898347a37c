import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Source } from './imports.ts'
import { testTitlesOf } from './test-references.ts'

const root = join(import.meta.dirname, '..')
const extensions = /\.(ts|tsx|mjs|js|css|html|sql|md)$/
const generated = /(^|\/)(node_modules|dist|results)\//

/** Sources, tests, migrations and documentation under `paths` (files or folders relative to the root). */
export function readTexts(paths: readonly string[]): Source[] {
  return paths.flatMap(filesUnder).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

function filesUnder(path: string): string[] {
  if (extensions.test(path)) return [path]
  return readdirSync(join(root, path), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => extensions.test(file) && !generated.test(file))
}

/** The prose of a file: comments and test titles of code, and pages without their code and quoted terms. */
export function proseOf({ path, text }: Source): string {
  if (path.endsWith('.md')) return text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')
  if (path.endsWith('.html')) return text
  if (path.endsWith('.sql')) return [...text.matchAll(/--.*$/gm)].join('\n')
  const comments = [...text.matchAll(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$/gm)].map(([comment]) => comment)
  const titles = /\.(test|e2e)\.tsx?$/.test(path) ? testTitlesOf(text) : []
  return [...comments, ...titles].join('\n')
}
