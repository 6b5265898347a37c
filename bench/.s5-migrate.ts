import { migrate } from '@kyc/server/platform/db/migrate.ts'
import { readFileSync } from 'node:fs'
await migrate(JSON.parse(readFileSync('/tmp/s5/urls.json', 'utf8')).ownerUrl)
