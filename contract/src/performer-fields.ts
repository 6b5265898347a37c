import { limits } from './limits.ts'

interface FieldRule {
  /** Japanese label on forms, the detail page, in the history, the audit log and error texts. */
  readonly label: string
  /** Column of the table `performer`. */
  readonly column: string
  /** Locks the field for the owner after a decision on any document (D14) or a verification (D15). */
  readonly lockedAfter?: 'decision' | 'verification'
  /** Fields of one group are searched as one text, in both orders (D18). */
  readonly searchedWith?: string
  /** Help under the field. */
  readonly hint?: string
  /** Accepts Latin letters, spaces, hyphens and apostrophes only: see `isRomanName`. */
  readonly roman?: true
  /** Has a line of its own, after the other optional fields. */
  readonly wide?: true
}

interface TextRule extends FieldRule {
  /** `name` is required, the others are optional; `kana` is a name as pronounced. */
  readonly kind: 'name' | 'kana' | 'text' | 'email'
  readonly chars: number
  /** Shown in the empty field. */
  readonly example?: string
  /** The roman name from which a form fills the empty field. */
  readonly reads?: 'lastNameRoman' | 'firstNameRoman'
}

interface ChoiceRule extends FieldRule {
  readonly kind: 'day' | 'idKind' | 'otherNames'
}

export type PerformerFieldRule = TextRule | ChoiceRule

/**
 * The fields of a performer's record, each once. Schemas, columns, replies, forms, the detail page, the search text and
 * the labels of the audit log follow from this table. The owner reads every field and edits those that are not locked.
 * All of them are personal data: addresses, logs and live updates never carry their values. Keys are the API names:
 * those of spec §3 with its spelling (`date_of_birth`), our own in camelCase (D50).
 */
export const performerFields = {
  lastName: {
    kind: 'name',
    label: '姓',
    column: 'last_name',
    chars: limits.nameChars,
    example: '山田',
    searchedWith: 'name',
    lockedAfter: 'verification',
  },
  firstName: {
    kind: 'name',
    label: '名',
    column: 'first_name',
    chars: limits.nameChars,
    example: '花子',
    searchedWith: 'name',
    lockedAfter: 'verification',
  },
  lastNameRoman: {
    kind: 'name',
    label: '姓（ローマ字）',
    column: 'last_name_roman',
    chars: limits.nameChars,
    example: 'YAMADA',
    roman: true,
    searchedWith: 'roman',
    lockedAfter: 'verification',
  },
  firstNameRoman: {
    kind: 'name',
    label: '名（ローマ字）',
    column: 'first_name_roman',
    chars: limits.nameChars,
    example: 'HANAKO',
    roman: true,
    searchedWith: 'roman',
    lockedAfter: 'verification',
  },
  lastNameKana: {
    kind: 'kana',
    label: '姓（かな）',
    column: 'last_name_kana',
    chars: limits.nameChars,
    example: 'やまだ',
    reads: 'lastNameRoman',
    searchedWith: 'kana',
  },
  firstNameKana: {
    kind: 'kana',
    label: '名（かな）',
    column: 'first_name_kana',
    chars: limits.nameChars,
    example: 'はなこ',
    reads: 'firstNameRoman',
    searchedWith: 'kana',
  },
  date_of_birth: {
    kind: 'day',
    label: '生年月日',
    column: 'date_of_birth',
    lockedAfter: 'verification',
  },
  idKind: {
    kind: 'idKind',
    label: '身分証の種類',
    column: 'id_kind',
    lockedAfter: 'decision',
  },
  nationality: {
    kind: 'text',
    label: '国籍',
    column: 'nationality',
    chars: limits.nationalityChars,
    example: '日本',
    hint: '日本以外の方は、ローマ字欄に公的書類の氏名を入力してください。姓・名の欄は同じ内容で構いません。',
    wide: true,
  },
  email: {
    kind: 'email',
    label: 'メールアドレス',
    column: 'email',
    chars: limits.emailChars,
    example: 'hanako@example.com',
  },
  external_id: {
    kind: 'text',
    label: '外部ID',
    column: 'external_id',
    chars: limits.externalIdChars,
    lockedAfter: 'decision',
  },
  otherNames: {
    kind: 'otherNames',
    label: '別名',
    column: 'other_names',
    hint: '芸名と旧名です。検索でも見つかります。身分証明書の氏名は上の欄に入力してください。',
    wide: true,
  },
} as const satisfies Readonly<Record<string, PerformerFieldRule>>

type Table = typeof performerFields
export type PerformerField = keyof Table
type FieldOfKind<K extends PerformerFieldRule['kind']> = {
  [F in PerformerField]: Table[F]['kind'] extends K ? F : never
}[PerformerField]
export type NameField = FieldOfKind<'name'>
export type KanaField = FieldOfKind<'kana'>
export type DetailField = Exclude<PerformerField, NameField | KanaField>

/** The same table, for code that handles every field the same way. */
export const fieldRules: Readonly<Record<PerformerField, PerformerFieldRule>> = performerFields

export const allFields = Object.keys(performerFields) as readonly PerformerField[] // a literal has no other keys

/** The required names (spec §2). */
export const nameFields = allFields.filter((field): field is NameField => fieldRules[field].kind === 'name')

/** The optional names in kana, for the search. */
export const kanaFields = allFields.filter((field): field is KanaField => fieldRules[field].kind === 'kana')

/** The fields of the optional section. */
export const detailFields = allFields.filter(
  (field): field is DetailField => !['name', 'kana'].includes(fieldRules[field].kind),
)

/** The fields that a verified document proves. */
export const identityFields = allFields.filter((field) => fieldRules[field].lockedAfter === 'verification')

/** Whether `name` has Latin letters (also with accents), spaces, hyphens and apostrophes only, all half-width. */
export function isRomanName(name: string): boolean {
  return /^[\p{Script=Latin}\p{M}' -]*$/u.test(name) && name.normalize('NFKC') === name.normalize('NFC')
}

/** `name` in the form of travel documents: half-width capitals. Other characters remain, for the error. */
export function asRomanName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[‐‑–—―−ー]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase()
}

/** The message of a roman name that `isRomanName` refuses. */
export const romanNameMessage = (label: string) =>
  `${label}は半角の英字（空白・ハイフン・アポストロフィも可）で入力してください。`

/** A record with a value for each field. */
export function mapFields<V>(value: (field: PerformerField) => V): Record<PerformerField, V> {
  const record: Partial<Record<PerformerField, V>> = {}
  for (const field of allFields) record[field] = value(field)
  return record as Record<PerformerField, V> // filled just now
}

/**
 * The fields that the owner of a record can no longer change: kind of ID and external id once any document
 * was decided on, names and date of birth once any was verified.
 */
export function lockedFields(record: {
  everDecided: boolean
  everVerified: boolean
}): readonly PerformerField[] {
  const locked = { decision: record.everDecided, verification: record.everVerified }
  return allFields.filter((field) => {
    const { lockedAfter } = fieldRules[field]
    return lockedAfter !== undefined && locked[lockedAfter]
  })
}
