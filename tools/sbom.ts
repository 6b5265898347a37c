import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { productionPackages, productWorkspaces } from './production-packages.ts'
import { root } from './setup/install.mjs'

// `npm run -s sbom > FILE` or `npm run sbom -- FILE`: writes the bill of materials of production, in the format CycloneDX.

interface Component {
  readonly 'bom-ref': string
  /** SPDX identifiers, or expressions of them; absent if the package names none. */
  readonly licenses?: readonly { readonly license?: { readonly id?: string }; readonly expression?: string }[]
}

interface Dependency {
  readonly ref: string
  readonly dependsOn?: readonly string[]
}

interface Bom {
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly Dependency[]
}

/**
 * The bill of materials of package-lock.json without the development packages. They are removed here, because
 * `npm sbom --omit=dev` also omits packages of production that a development package requires too.
 */
export function createBom(): Bom {
  const npm = process.env.npm_execpath
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  const [command, before] = npm?.endsWith('.js')
    ? [process.env.npm_node_execpath ?? process.execPath, [npm]]
    : ['npm', []]
  const text = execFileSync(command, [...before, ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const bom = JSON.parse(text) as Bom // the format of npm
  const refs = new Set([
    bom.metadata.component['bom-ref'],
    ...productWorkspaces.map((name) => `@kyc/${name}@1.0.0`),
    ...productionPackages().map(({ name, version }) => `${name}@${version}`),
  ])
  return {
    ...bom,
    components: bom.components.filter((component) => refs.has(component['bom-ref'])),
    dependencies: bom.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
  }
}

if (import.meta.main) {
  const [file] = process.argv.slice(2)
  const bom = createBom()
  const text = `${JSON.stringify(bom, null, 2)}\n`
  if (file === undefined) process.stdout.write(text)
  else {
    try {
      writeFileSync(file, text)
      console.log(`Wrote ${bom.components.length} components to ${file}.`)
    } catch (error) {
      console.error(`${file} could not be written: ${error instanceof Error ? error.message : error}`)
      process.exitCode = 1
    }
  }
}
