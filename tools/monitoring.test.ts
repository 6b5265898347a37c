import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'deploy/monitoring')
const promtool = process.env.PROMTOOL ?? 'promtool'
const isInstalled = spawnSync(promtool, ['--version']).status === 0

function alertNames(): string[] {
  const rules = readFileSync(join(folder, 'alerts.yaml'), 'utf8')
  return [...rules.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name = '']) => name)
}

test('docs/operations.md explains each alert, and no other, in the order of the rules', () => {
  const document = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const [, rest = ''] = document.split('\n## Alerts\n')
  const [section = ''] = rest.split('\n## ')
  const headings = [...section.matchAll(/^### (Kyc\w+)$/gm)].map(([, name]) => name)
  expect(headings).toEqual(alertNames())
})

test('alerts.test.yaml names each alert, and every alert has a severity and a summary', () => {
  const tests = readFileSync(join(folder, 'alerts.test.yaml'), 'utf8')
  const rules = readFileSync(join(folder, 'alerts.yaml'), 'utf8').split('- alert: ').slice(1)
  expect(rules.length).toBeGreaterThan(20)
  for (const rule of rules) {
    expect(rule).toMatch(/labels: \{severity: (?:critical|warning)\}/)
    expect(rule).toContain('summary: ')
  }
  for (const name of alertNames()) expect(tests).toContain(`alertname="${name}"`)
})

test.skipIf(!isInstalled)('the alert rules pass the checks and tests of promtool (PATH or PROMTOOL)', () => {
  const run = (...args: string[]) => spawnSync(promtool, args, { cwd: folder, encoding: 'utf8' })
  const checked = run('check', 'rules', 'alerts.yaml')
  expect(checked.status, checked.stdout + checked.stderr).toBe(0)
  const tested = run('test', 'rules', 'alerts.test.yaml')
  expect(tested.status, tested.stdout + tested.stderr).toBe(0)
})
