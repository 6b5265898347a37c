import { randomUUID } from 'node:crypto'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { expect } from 'vitest'
import { samplePdf, samplePng } from './sample-files.ts'
import type { TestClient } from './test-client.ts'

export interface Registration {
  readonly fields?: Record<string, string>
  readonly files?: Record<string, { name: string; bytes: Uint8Array<ArrayBuffer> }>
}

const names = { lastName: '見本', firstName: '花子', lastNameRoman: 'MIHON', firstNameRoman: 'HANAKO' }

/** The form of a registration: complete, save for what `registration` says otherwise. */
export async function registrationForm({ fields = {}, files = {} }: Registration = {}): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...names, ...fields })) form.append(name, value)
  const png = await samplePng()
  const all = {
    agreementFile: { name: '出演同意書.pdf', bytes: samplePdf() },
    idFront: { name: '身分証.png', bytes: png },
    selfie: { name: '本人.png', bytes: png },
    ...files,
  }
  for (const [slot, file] of Object.entries(all)) form.append(slot, new Blob([file.bytes]), file.name)
  return form
}

/** Registers a performer through the API, as `client`. */
export async function registerPerformer(client: TestClient, registration?: Registration): Promise<Performer> {
  const form = await registrationForm(registration)
  // As the form does: without a key the same content within minutes is the same registration (D20).
  const headers = { 'idempotency-key': randomUUID() }
  const reply = await client.call('POST', '/api/performers', { form, headers })
  expect(reply.status, JSON.stringify(reply.json)).toBe(201)
  return reply.json as Performer // parsed by the server against the contract
}

/** Approves the newest version of each slot given, as `admin`. */
export async function verifyDocuments(
  admin: TestClient,
  performerId: string,
  types: readonly string[] = ['agreementFile', 'idFront', 'selfie'],
): Promise<PerformerDocument[]> {
  const verified: PerformerDocument[] = []
  for (const type of types) {
    const reply = await admin.put(`/api/performers/${performerId}/documents/${type}/verify`)
    expect(reply.status, JSON.stringify(reply.json)).toBe(200)
    verified.push(reply.json as PerformerDocument) // parsed by the server against the contract
  }
  return verified
}
