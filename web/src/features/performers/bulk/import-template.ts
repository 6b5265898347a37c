import { idKinds } from '@kyc/contract/document-vocabulary.ts'
import { idKindLabels } from '@kyc/contract/labels.ts'
import {
  fieldRules,
  nameFields,
  type PerformerField,
  performerFields,
} from '@kyc/contract/performer-fields.ts'
import { importFields } from './import-lines.ts'
import { xlsxFile } from './xlsx-file.ts'

/** An empty sheet with the header, and a second sheet with examples. An import reads only the first. */
export function importTemplate(): Promise<Blob> {
  const header = importFields.map((field) => fieldRules[field].label)
  const columns = header.map(() => ({ width: 18, numFmt: '@' }))
  const examples = importFields.map((field) => [fieldRules[field].label, needOf(field), exampleOf(field)])
  return xlsxFile([
    { name: '出演者', columns, rows: [header], freezePane: { rows: 1 } },
    {
      name: '記入例',
      columns: [{ width: 20 }, { width: 8 }, { width: 60 }],
      rows: [['列', '必須', '記入例'], ...examples],
    },
  ])
}

function needOf(field: PerformerField): string {
  return nameFields.some((name) => name === field) ? '必須' : ''
}

function exampleOf(field: PerformerField): string {
  const rule = fieldRules[field]
  if (rule.kind === 'day') return '1998/4/2'
  if (rule.kind === 'idKind') return idKinds.map((kind) => idKindLabels[kind]).join('、')
  if (field === 'otherNames') return '芸名：さくら（2020-04-01～2024-03-31）｜旧名：佐藤花子'
  if (field === 'external_id')
    return `A-001（同じ${performerFields.external_id.label}の出演者は登録されません）`
  return 'example' in rule ? (rule.example ?? '') : ''
}
