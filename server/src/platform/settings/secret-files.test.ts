import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { faultsOf } from '../../testing/app/settings-faults.ts'
import { useFolder } from '../../testing/app/use-folder.ts'
import { readConfig } from '../config.ts'

const secrets = {
  DATABASE_URL: 'postgres://app:pass-word@127.0.0.1/kyc',
  DATABASE_OWNER_URL: 'postgres://owner:other-word@127.0.0.1/kyc',
  SMTP_URL: 'smtps://kyc:smtp-word@mail.example.com',
}
const others = { MAIL_FROM: 'kyc@example.com' }

const folder = useFolder('kyc-secrets-')
let files: Record<string, string>
beforeAll(async () => {
  files = {}
  for (const [name, value] of Object.entries(secrets)) {
    files[`${name}_FILE`] = join(folder, name)
    await writeFile(join(folder, name), `${value}\n`)
  }
  await writeFile(join(folder, 'empty'), '\n')
})

it('settings with passwords can be files, which helpers must not see', () => {
  const { database, mail, secretPaths } = readConfig({
    ...others,
    ...files,
    AWS_SHARED_CREDENTIALS_FILE: '/etc/kyc/aws',
  })
  expect(database.kind === 'url' && [database.url.reveal(), database.ownerUrl?.reveal()]).toEqual([
    secrets.DATABASE_URL,
    secrets.DATABASE_OWNER_URL,
  ])
  expect(mail.kind === 'smtp' && mail.url.reveal().href).toBe(secrets.SMTP_URL)
  expect(secretPaths).toEqual([...Object.values(files), '/etc/kyc/aws'])
})

it('rejects a setting that is given twice, and files that are missing, empty or relative', () => {
  expect(faultsOf({ ...others, ...files, SMTP_URL: secrets.SMTP_URL })).toEqual([
    'SMTP_URL and SMTP_URL_FILE contradict each other: set one.',
  ])
  const faultsOfFile = (path: string) => faultsOf({ DATABASE_URL_FILE: path })
  expect(faultsOfFile(join(folder, 'empty'))).toEqual(['The file of DATABASE_URL_FILE is empty.'])
  expect(faultsOfFile('/no/such/file')).toEqual([
    'DATABASE_URL_FILE must name a file that this account may read.',
  ])
  expect(faultsOfFile('package.json')).toContain('DATABASE_URL_FILE must be an absolute path.')
})
