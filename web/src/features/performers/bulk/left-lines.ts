import { ageOn, dayInJapan, isDay } from '@kyc/contract/dates.ts'
import { idKinds } from '@kyc/contract/document-vocabulary.ts'
import { idKindLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { fieldRules } from '@kyc/contract/performer-fields.ts'
import type { ImportLine } from '@kyc/contract/performer-imports.ts'
import { importFields } from './import-lines.ts'
import type { CheckedRow } from './use-import.ts'
import { xlsxFile } from './xlsx-file.ts'

/** The lowest age without a remark: the trade recommends it for all who appear. */
const ageWithoutRemark = 20

/** What is wrong with a line, in sentences that name field and value. */
export function errorTexts({ line, result }: CheckedRow): string[] {
  return result.errors.map(({ field, message }) => {
    const value = line[field]
    if (field === 'idKind' && value)
      return `「${value}」は使えません。${idKinds.map((kind) => idKindLabels[kind]).join('、')}のどれかを入力してください。`
    const { label } = fieldRules[field]
    // Most messages name the field themselves.
    if (message.startsWith(label)) return value ? `「${value}」：${message}` : message
    return `${label}${value ? `「${value}」` : ''}：${message}`
  })
}

/** By what a line resembles a registered performer: without a date of birth, by the name alone. */
export function sameText({ line }: CheckedRow): string {
  return `${line.date_of_birth ? '氏名と生年月日' : '氏名'}が同じ出演者がいます：`
}

/** A remark about a young person, who may not be approved; undefined for others. */
export function ageText({ line }: CheckedRow): string | undefined {
  const born = line.date_of_birth ?? ''
  if (!isDay(born)) return undefined
  const age = ageOn(born, dayInJapan(new Date()))
  if (age >= ageWithoutRemark || age < 0) return undefined
  return age < limits.adultAge ? `満${age}歳：18歳未満の方は承認できません。` : `満${age}歳です。`
}

/** The lines that were not registered, as an .xlsx file that can be imported once it is mended; the first column says why. */
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
