import { expect, it } from 'vitest'
import { directDependencies, productionPackages } from './production-packages.ts'
import { createBom } from './sbom.ts'

it('lists every package of production with its version and licence, and no development package', () => {
  const bom = createBom()
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\.[5-9]$/) })
  const refs = new Set(bom.components.map((component) => component['bom-ref']))
  const missing = productionPackages().filter(({ name, version }) => !refs.has(`${name}@${version}`))
  expect(missing).toEqual([])
  const names = [...refs].map((ref) => ref.replace(/@[^@]+$/, ''))
  expect(names).toEqual(
    expect.arrayContaining([...directDependencies().keys(), 'fastify', 'react', '@kyc/server']),
  )
  expect(names.filter((name) => /^(vitest|@biomejs\/biome|@playwright\/test|@kyc\/e2e)$/.test(name))).toEqual(
    [],
  )
  const named = new Set([...refs, bom.metadata.component['bom-ref']])
  expect(
    bom.dependencies
      .flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn])
      .filter((ref) => !named.has(ref)),
  ).toEqual([])
})
