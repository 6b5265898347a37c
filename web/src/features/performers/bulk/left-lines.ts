import { ageOn, dayInJapan, isDay } from '@kyc/contract/dates.ts'
import { idKinds } from '@kyc/contract/document-vocabulary.ts'
import { idKindLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { fieldRules } from '@kyc/contract/performer-fields.ts'
import type { ImportLine } from '@kyc/contract/performer-imports.ts'
import { importFields } from './import-lines.ts'
import type { CheckedRow } from './use-import.ts'
import { xlsxFile } from './xlsx-file.ts'

/** A lower age gets a remark: the trade recommends this minimum for all performers. */
const ageWithoutRemark = 20

/** What is wrong with a line, in sentences that name field and value. */
export function errorTexts({ line, result }: CheckedRow): string[] {
  return result.errors.map(({ field, message }) => {
    const value = line[field]
    if (field === 'idKind' && value)
      return `「${value}」は使えません。${idKinds.map((kind) => idKindLabels[kind]).join('、')}のどれかを入力してください。`
    const { label } = fieldRules[field]
    // Most messages begin with the label of the field, which is then not repeated.
    if (message.startsWith(label)) return value ? `「${value}」：${message}` : message
    return `${label}${value ? `「${value}」` : ''}：${message}`
  })
}

/** What a line and a registered performer share: name and date of birth, or the name alone if the line has no date. */
export function sameText({ line }: CheckedRow): string {
  return `${line.date_of_birth ? '氏名と生年月日' : '氏名'}が同じ出演者がいます：`
}

/** The remark on an age under 20. Under 18, it states that an approval is impossible. Undefined for other lines. */
export function ageText({ line }: CheckedRow): string | undefined {
  const born = line.date_of_birth ?? ''
  if (!isDay(born)) return undefined
  const age = ageOn(born, dayInJapan(new Date()))
  if (age >= ageWithoutRemark || age < 0) return undefined
  return age < limits.adultAge ? `満${age}歳：18歳未満の方は承認できません。` : `満${age}歳です。`
}

/** Lines that were not registered, as an .xlsx file to be corrected and imported; the first column has the reasons. */
export function leftLines(rows: readonly CheckedRow[]): Promise<Blob> {
  const header = ['理由', ...importFields.map((field) => fieldRules[field].label)]
  const cells = rows.map((row) => [reasonOf(row), ...importFields.map((field) => cellOf(row.line, field))])
  return xlsxFile([{ name: '登録していない行', rows: [header, ...cells] }])
}

function reasonOf(row: CheckedRow): string {
  const errors = errorTexts(row)
  if (errors.length > 0) return errors.join(' ')
  const names = row.result.same.map(({ name }) => name).join('、')
  return `${sameText(row)}${names}`
}

function cellOf(line: ImportLine, field: (typeof importFields)[number]): string {
  const value = line[field] ?? ''
  return field === 'idKind' ? (idKindLabels[value as keyof typeof idKindLabels] ?? value) : value // codes have labels
}
