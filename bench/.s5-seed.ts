import { seedPerformers } from '/work/main/bench/seed-performers.ts'
import { readFileSync, writeFileSync } from 'node:fs'
const { ownerUrl } = JSON.parse(readFileSync('/tmp/s5/urls.json', 'utf8'))
const t = performance.now()
const seed = await seedPerformers(ownerUrl, Number(process.argv[2]))
writeFileSync('/tmp/s5/seed.json', JSON.stringify(seed))
console.log(seed, ((performance.now() - t) / 1000).toFixed(1) + ' s')
