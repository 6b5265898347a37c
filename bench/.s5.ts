import { printTimes } from './searches.ts'
import { readFileSync } from 'node:fs'
const { ownerUrl } = JSON.parse(readFileSync('/tmp/s5/urls.json', 'utf8'))
await printTimes(ownerUrl, JSON.parse(readFileSync('/tmp/s5/seed.json', 'utf8')))
