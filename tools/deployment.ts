import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './setup/install.mjs'

// What the tests of deploy/ share.

export const folder = join(root, 'deploy')
export const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const example = readFileSync(join(root, '.env.example'), 'utf8')
/** The settings that .env.example describes, which a test compares with config.ts. */
export const settings = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name)
/** The settings that production requires, each as a list of its forms, such as `MASTER_KEY` and `MASTER_KEY_FILE`. */
export const required = example
  .split('\n\n')
  .filter((paragraph) => paragraph.includes('# (*) ') && !paragraph.includes('NODE_ENV'))
  .map((paragraph) => [...paragraph.matchAll(/^#([A-Z_]+)=/gm)].map(([, name = '']) => name))
/** Settings that not all processes of production share: for development and tests, or of one process. */
export const notShared =
  /^(DATABASE_OWNER_URL(_FILE)?|DEMO|SECURE_COOKIES|FIREBASE_AUTH_EMULATOR_HOST|CALLBACK_\w+|WEB_DIST|METRICS_HOST|ROLE|DRAIN_SECONDS|RELEASE_COMMIT)$/
/** Variables of Node and of the C library. */
export const others = ['NODE_EXTRA_CA_CERTS', 'NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX']
export const temporary = (name: string) => mkdtempDisposable(join(tmpdir(), `kyc-${name}-`))

/** A process ends within DRAIN_SECONDS + 40 s (docs/operations.md). */
export const timeToStop = (drain = '0') => Number(drain) + 40

export function hasProgram(program: string, version = '--version'): boolean {
  return spawnSync(program, [version], { stdio: 'ignore' }).status === 0
}
