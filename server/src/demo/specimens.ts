import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocumentType, IdKind } from '@kyc/contract/document-vocabulary.ts'
import { withExpiryDate } from './expiry-date.ts'
import { type DemoPerson, demoPeople } from './people.ts'

const folder = join(import.meta.dirname, 'specimens')
const specimens = new Set(readdirSync(folder))

/** A specimen under the file name of the upload. */
export interface DemoFile {
  readonly specimen: string
  readonly filename: string
}

const cardNames: Partial<Record<IdKind, string>> = {
  drivers_license: '運転免許証',
  my_number_card: 'マイナンバーカード',
  passport: 'パスポート',
  residence_card: '在留カード',
}

/** The specimen of a performer for a document type, or `instead`; undefined if the performer has none. */
export function fileFor(person: DemoPerson, type: DocumentType, instead?: string): DemoFile | undefined {
  const specimen = instead ?? specimenFor(person, type)
  return specimen === undefined ? undefined : { specimen, filename: filenameFor(person, type) }
}

function specimenFor(person: DemoPerson, type: DocumentType): string | undefined {
  switch (type) {
    case 'agreementFile':
      return person.owner === 'seisaku' ? 'agreement-1.pdf' : 'agreement-2.pdf'
    case 'idFront':
      return `id-${person.key}.jpg`
    case 'idBack':
      return backFor(person)
    case 'selfie':
      return `selfie-${person.face}.jpg`
    case 'selfieWithId':
      return [`held-${person.key}.jpg`].find((name) => specimens.has(name))
    case 'residenceProof':
      return 'residence-proof.jpg'
    case 'ageVerification':
      return undefined
  }
}

/** A passport has no back, and the back of a マイナンバーカード must never be stored (D14). */
function backFor(person: DemoPerson): string | undefined {
  if (person.idKind === 'residence_card') return 'back-residence.jpg'
  if (person.idKind !== 'drivers_license') return undefined
  return person.face % 3 === 0 ? 'back-licence-2.jpg' : 'back-licence-1.jpg'
}

function filenameFor(person: DemoPerson, type: DocumentType): string {
  const photo = `IMG_${1000 + demoPeople.indexOf(person) * 17}`
  switch (type) {
    case 'agreementFile':
      return `出演同意書_${person.lastName}${person.firstName.replace(/\s/g, '')}.pdf`
    case 'idFront':
      return `${cardNames[person.idKind] ?? '身分証明書'}_表.jpg`
    case 'idBack':
      return `${cardNames[person.idKind] ?? '身分証明書'}_裏.jpg`
    case 'selfieWithId':
      return `${photo}_ID.jpg`
    case 'residenceProof':
      return '電気料金領収証.jpg'
    default:
      return `${photo}.jpg`
  }
}

/** The bytes to upload. Prints an expiry date that depends on the first start. */
export async function bytesOf(person: DemoPerson, file: DemoFile, expiresOn: string): Promise<Buffer> {
  const bytes = await readFile(join(folder, file.specimen))
  // Everyone has signed an agreement of their own: the same file in two records is a hint (D65).
  if (file.specimen.endsWith('.pdf')) return Buffer.concat([bytes, Buffer.from(`% ${person.key}\n`)])
  const isBlank = typeof person.expires !== 'string' && file.specimen === `id-${person.key}.jpg`
  if (!isBlank) return bytes
  return withExpiryDate(bytes, await readFile(join(folder, 'digits.png')), person.idKind, expiresOn)
}
