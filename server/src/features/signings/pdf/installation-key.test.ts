import { X509Certificate } from 'node:crypto'
import { getContractKeys } from '@kyc/contract/contract-keys.ts'
import { expect, test } from 'vitest'
import { createUnreadable } from '../../../platform/crypto/unreadable.ts'
import { silentLog } from '../../../platform/log.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import { createInstallationKeys } from './installation-key.ts'

const { app } = useStage()

/** The keys in another process. */
const newProcess = () => {
  const { db, keyRing } = app.services
  const keys = keyRing.boxKeys('contract-key')
  return createInstallationKeys({
    db,
    keys,
    unreadable: createUnreadable(silentLog()),
    host: 'kyc.example.jp',
  })
}
const stored = () =>
  app.sql<{ fingerprint: string; is_erased: boolean; is_retired: boolean }>(
    'SELECT fingerprint, private_enc IS NULL AS is_erased, retired_at IS NOT NULL AS is_retired FROM contract_key ORDER BY created_at DESC',
  )

test('the first key is created with the first contract, once for all processes', async () => {
  expect(await newProcess().certificates()).toEqual([])
  const made = await Promise.all(Array.from({ length: 4 }, () => newProcess().current()))
  expect(new Set(made.map(({ fingerprint }) => fingerprint)).size).toBe(1)
  expect(await stored()).toEqual([{ fingerprint: made[0]?.fingerprint, is_erased: false, is_retired: false }])
})

test('the certificate names the installation, signs documents only, and outlives the records', async () => {
  const { certificate, fingerprint, privateKey } = await newProcess().current()
  const x509 = new X509Certificate(certificate)
  expect(x509.subject).toBe('CN=kyc.example.jp')
  expect(x509.verify(x509.publicKey)).toBe(true)
  expect(x509.checkPrivateKey(privateKey)).toBe(true)
  expect(x509.ca).toBe(false)
  expect(x509.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(fingerprint)
  expect(new Date(x509.validTo).getUTCFullYear() - new Date(x509.validFrom).getUTCFullYear()).toBe(40)
})

test('a key of a year is replaced once and erased, and its certificate stays listed', async () => {
  const { fingerprint: old } = await newProcess().current()
  await app.sql("UPDATE contract_key SET created_at = now() - interval '366 days'")
  const made = await Promise.all([newProcess().current(), newProcess().current()])
  expect(new Set(made.map(({ fingerprint }) => fingerprint)).size).toBe(1)
  expect(made[0]?.fingerprint).not.toBe(old)
  expect(await stored()).toEqual([
    { fingerprint: made[0]?.fingerprint, is_erased: false, is_retired: false },
    { fingerprint: old, is_erased: true, is_retired: true },
  ])
})

test('a damaged private key is replaced', async () => {
  const { fingerprint } = await newProcess().current()
  await app.sql(
    'UPDATE contract_key SET private_enc = set_byte(private_enc, 40, get_byte(private_enc, 40) # 1) WHERE private_enc IS NOT NULL',
  )
  expect((await newProcess().current()).fingerprint).not.toBe(fingerprint)
})

test('the certificates and the key of the log are public, and contain no private part', async () => {
  const { fingerprint } = await newProcess().current()
  const { certificates, logKeys } = await app.anonymous().send(getContractKeys)
  expect(certificates[0]).toMatchObject({ fingerprint, retiredAt: null })
  expect(certificates.slice(1).every(({ retiredAt }) => retiredAt !== null)).toBe(true)
  for (const { certificate, fingerprint: listed } of certificates) {
    const x509 = new X509Certificate(Buffer.from(certificate, 'base64'))
    expect(x509.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(listed)
  }
  expect(logKeys).toEqual([app.services.auditSigner.vkey])
})

test('the login of the server can neither exchange nor remove a certificate', async () => {
  const { db } = app.services
  await expect(
    db
      .updateTable('contract_key')
      .set({ certificate: Buffer.from('x') })
      .execute(),
  ).rejects.toThrow(/permission denied/)
  await expect(db.deleteFrom('contract_key').execute()).rejects.toThrow(/permission denied/)
})
