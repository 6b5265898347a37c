import type { ContractTemplate } from '@kyc/contract/contract-templates.ts'
import { contractEn } from './neutral/contract-en.ts'
import { contractJa } from './neutral/contract-ja.ts'
import { sheetEn } from './neutral/sheet-en.ts'
import { sheetJa } from './neutral/sheet-ja.ts'

const neutral = { neutral: true, updatedAt: null, updatedBy: null } as const

/** The templates that come with the product (D101). `version` increases with each change of a text. */
export const neutralTemplates: readonly ContractTemplate[] = [
  {
    id: 'neutral-contract-ja',
    type: 'contract',
    language: 'ja',
    name: '標準の契約書（日本語）',
    text: contractJa,
    version: 1,
    ...neutral,
  },
  {
    id: 'neutral-contract-en',
    type: 'contract',
    language: 'en',
    name: '標準の契約書（英語）',
    text: contractEn,
    version: 1,
    ...neutral,
  },
  {
    id: 'neutral-sheet-ja',
    type: 'explanationSheet',
    language: 'ja',
    name: '標準の説明書面（日本語）',
    text: sheetJa,
    version: 2,
    ...neutral,
  },
  {
    id: 'neutral-sheet-en',
    type: 'explanationSheet',
    language: 'en',
    name: '標準の説明書面（英語）',
    text: sheetEn,
    version: 2,
    ...neutral,
  },
]
