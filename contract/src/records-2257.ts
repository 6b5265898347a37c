import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, text } from './fields.ts'
import { limits } from './limits.ts'

// 18 U.S.C. 2257 and 28 CFR 75 (D109): who keeps the records, who produced a title, and the statement to place with it.

const custodianLabels = {
  name: '記録保管者の氏名',
  title: '記録保管者の役職',
  address: '記録を保管する場所の住所',
} as const
const producerLabels = { name: '一次制作者の名称', address: '一次制作者の住所' } as const
const { chars, addressChars } = limits.titleFacts

/** Either all fields are filled in, or none. */
function allOrNone<Values extends object>(labels: Readonly<Record<string, string>>) {
  return z.superRefine((values: Values, context) => {
    const texts = new Map<string, unknown>(Object.entries(values))
    const fields = Object.keys(labels)
    if (fields.every((field) => texts.get(field) === '')) return
    for (const field of fields)
      if (texts.get(field) === '')
        context.addIssue({ code: 'custom', path: [field], message: `${labels[field]}を入力してください。` })
  })
}

const custodianSchema = z.strictObject({ name: z.string(), title: z.string(), address: z.string() })
export type Custodian = z.infer<typeof custodianSchema>
const producerSchema = z.strictObject({ name: z.string(), address: z.string() })
export type PrimaryProducer = z.infer<typeof producerSchema>

/** `0` while nothing is stored. */
const version = z.int({ error: '版を整数で指定してください。' }).min(0)

const ofOrganisation = z.strictObject({ id })
const custodianReply = {
  kind: 'json',
  status: 200,
  schema: z.strictObject({ custodian: custodianSchema.nullable(), version }),
} as const

export const getCustodian = endpoint({
  name: 'organisations.custodian',
  method: 'GET',
  path: '/organisations/{id}/custodian',
  summary: 'The custodian of the records of 18 U.S.C. 2257 of an organisation (D109)',
  who: 'user',
  params: ofOrganisation,
  reply: custodianReply,
  problems: ['ORGANISATION_NOT_FOUND'],
})

export const saveCustodian = endpoint({
  name: 'organisations.saveCustodian',
  method: 'PUT',
  path: '/organisations/{id}/custodian',
  summary: 'Name the custodian of the records of 18 U.S.C. 2257; empty texts name none (D109)',
  who: 'user',
  params: ofOrganisation,
  body: z
    .strictObject({
      name: text(custodianLabels.name, chars),
      title: text(custodianLabels.title, chars),
      address: text(custodianLabels.address, addressChars),
      version,
    })
    .check(allOrNone(custodianLabels)),
  reply: custodianReply,
  problems: [
    'ORGANISATION_NOT_FOUND',
    'ORGANISATION_DISABLED',
    'ORGANISATION_ROLE',
    'INVALID_INPUT',
    'CONFLICT',
  ],
  audit: ['update'],
})

const recordSchema = z.strictObject({
  title: z.string(),
  /** The days on which it was shot, from the facts of the video. */
  producedOn: z.array(z.string()),
  custodian: custodianSchema.nullable(),
  /** Null: the organisation itself is the primary producer. */
  producer: producerSchema.nullable(),
  version,
})
export type Record2257 = z.infer<typeof recordSchema>

const recordReply = { kind: 'json', status: 200, schema: recordSchema } as const
const ofVideo = z.strictObject({ id })

export const getRecord2257 = endpoint({
  name: 'videos.record2257',
  method: 'GET',
  path: '/videos/{id}/record-2257',
  summary: 'What the statement of 18 U.S.C. 2257 of a video is made of (D109)',
  who: 'user',
  params: ofVideo,
  reply: recordReply,
  problems: ['VIDEO_NOT_FOUND'],
})

export const saveProducer = endpoint({
  name: 'videos.saveProducer',
  method: 'PUT',
  path: '/videos/{id}/record-2257',
  summary: 'Name the primary producer of a video that another company has made; empty texts name none (D109)',
  who: 'user',
  params: ofVideo,
  body: z
    .strictObject({
      name: text(producerLabels.name, chars),
      address: text(producerLabels.address, addressChars),
      version,
    })
    .check(allOrNone(producerLabels)),
  reply: recordReply,
  problems: ['VIDEO_NOT_FOUND', 'ORGANISATION_ROLE', 'INVALID_INPUT', 'CONFLICT'],
  audit: ['update'],
})

/** The lines of the statement (28 CFR 75.6); undefined while the custodian or the date of production is missing. */
function statementLines({ title, producedOn, custodian, producer }: Omit<Record2257, 'version'>) {
  const day = producedOn.toSorted().at(-1)
  if (!custodian || day === undefined) return undefined
  return [
    '18 U.S.C. § 2257 Record-Keeping Statement',
    `Title: ${title}`,
    `Date of production: ${day}`,
    ...(producer ? [`Primary producer: ${producer.name}, ${producer.address}`] : []),
    'The records required by 18 U.S.C. § 2257 and 28 C.F.R. Part 75 are kept by the custodian of records:',
    `${custodian.name}, ${custodian.title}`,
    custodian.address,
  ]
}

/** The statement to place with the video, in English as the law has it; undefined while a part is missing. */
export function statementText(record: Omit<Record2257, 'version'>): string | undefined {
  return statementLines(record)?.join('\n')
}

/** The statement as HTML, to insert into a page; entered texts are escaped. */
export function statementHtml(record: Omit<Record2257, 'version'>): string | undefined {
  const lines = statementLines(record)?.map(escaped)
  return lines && `<p lang="en">\n${lines.join('<br>\n')}\n</p>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
