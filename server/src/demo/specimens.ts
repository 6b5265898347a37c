import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocumentType, IdKind } from '@kyc/contract/document-vocabulary.ts'
import { withExpiryDate } from './expiry-date.ts'
import type { Look } from './faces.ts'
import { type DemoPerson, demoPeople, demoPerson } from './people.ts'
import { selfie, selfieWithId, withPhoto } from './pictures.ts'

const folder = join(import.meta.dirname, 'specimens')

const drawings = ['selfie', 'selfie-dark', 'selfie-other', 'held'] as const

/**
 * A file of specimens/, whose portraits serve tests only, or a drawing; `selfie-other` shows none of the demo's people.
 */
export type Specimen = (typeof drawings)[number] | `${string}.jpg` | `${string}.pdf`

/** A specimen under the file name of the upload. */
export interface DemoFile {
  readonly specimen: Specimen
  readonly filename: string
}

const cardNames: Partial<Record<IdKind, string>> = {
  drivers_license: '運転免許証',
  my_number_card: 'マイナンバーカード',
  passport: 'パスポート',
  residence_card: '在留カード',
}

/** The specimen of a performer for a document type, or `instead`; undefined if the performer has none. */
export function fileFor(person: DemoPerson, type: DocumentType, instead?: Specimen): DemoFile | undefined {
  const specimen = instead ?? specimenFor(person, type)
  return specimen === undefined ? undefined : { specimen, filename: filenameFor(person, type) }
}

function specimenFor(person: DemoPerson, type: DocumentType): Specimen | undefined {
  switch (type) {
    case 'agreementFile':
      return person.owner === 'seisaku' ? 'agreement-1.pdf' : 'agreement-2.pdf'
    case 'idFront':
      return `id-${person.key}.jpg`
    case 'idBack':
      return backFor(person)
    case 'selfie':
      return 'selfie'
    case 'selfieWithId':
      return holders.has(person.key) ? 'held' : undefined
    case 'residenceProof':
      return 'residence-proof.jpg'
    case 'ageVerification':
      return undefined
  }
}

/** The keys of the people who hold their ID in a selfie. */
const holders = new Set([
  'aozora-mirai',
  'heikawa-aoi',
  'kim-mihon',
  'kiyama-riku',
  'kono-sakura',
  'kono-suzu',
  'mihon-mina',
  'nguyen-linh',
  'otsuyama-jiro',
  'reidai-hajime',
  'reidai-mitsu',
  'shinkawa-ren',
  'takanashi-tsubasa',
  'teida-hikaru',
  'watanabe-sumire',
  'yamada-hanako',
])

/** A passport has no back, and the back of a マイナンバーカード must never be stored (D14). */
function backFor(person: DemoPerson): Specimen | undefined {
  if (person.idKind === 'residence_card') return 'back-residence.jpg'
  if (person.idKind !== 'drivers_license') return undefined
  return person.hair % 3 === 0 ? 'back-licence-2.jpg' : 'back-licence-1.jpg'
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

/** The bytes to upload, with the face of the person, and an expiry date that depends on the first start. */
export async function bytesOf(
  person: DemoPerson,
  { specimen }: DemoFile,
  expiresOn: string,
): Promise<Buffer> {
  const look = lookOf(person)
  switch (specimen) {
    case 'selfie':
      return selfie(look)
    case 'selfie-dark':
      return selfie(look, true)
    case 'selfie-other':
      return selfie({ ...look, index: demoPeople.length })
    case 'held':
      return selfieWithId(look, await readSpecimen(`id-${person.key}.jpg`), poseOf(person))
  }
  if (specimen.startsWith('id-')) return idOf(person, specimen, expiresOn)
  const bytes = await readSpecimen(specimen)
  // The PDF gets the key of the person: the same file in two records would be a hint (D65).
  return specimen.endsWith('.pdf') ? Buffer.concat([bytes, Buffer.from(`% ${person.key}\n`)]) : bytes
}

/** The ID in a specimen, which may be that of another person or a bad photo. */
async function idOf(submitter: DemoPerson, specimen: string, expiresOn: string): Promise<Buffer> {
  const [, key = '', flaw] = /^id-(.+?)(?:-(blur|crop|glare))?\.jpg$/.exec(specimen) ?? []
  const holder = demoPerson(key)
  const { idKind, tilt } = poseOf(holder)
  const pose = { idKind, tilt: flaw ? tilt - 3 : tilt, flaw }
  const bytes = await withPhoto(await readSpecimen(specimen), lookOf(holder), pose)
  if (typeof holder.expires === 'string' || holder !== submitter) return bytes
  return withExpiryDate(bytes, await readSpecimen('digits.png'), idKind, expiresOn)
}

/** The pose of the card, which lies askew except where a date is printed on it. */
function poseOf(person: DemoPerson) {
  const tilt = typeof person.expires === 'string' ? ((demoPeople.indexOf(person) * 7) % 9) / 2 - 2.2 : 0
  return { idKind: person.idKind, tilt }
}

export function lookOf(person: DemoPerson): Look {
  return { hair: person.hair, index: demoPeople.indexOf(person) }
}

function readSpecimen(name: string): Promise<Buffer> {
  return readFile(join(folder, name))
}
