/** What is verified of a signed contract, in the order of the list that is shown. */
export const contractChecks = [
  'structure',
  'signature',
  'certificate',
  'draft',
  'statement',
  'entry',
  'details',
  'inclusion',
  'checkpoint',
  'timestamp',
] as const
export type ContractCheck = (typeof contractChecks)[number]

/** `unknown`: nothing is wrong, but there is no key to compare with. */
export type CheckState = 'passed' | 'failed' | 'unknown'

export interface CheckResult {
  readonly name: ContractCheck
  readonly state: CheckState
  readonly ja: string
  readonly en: string
}

type Texts = Readonly<Record<CheckState, readonly [ja: string, en: string]>>

const noKey = ['比べる鍵がないため、確認できません。', 'There is no key to compare with.'] as const

const texts: Readonly<Record<ContractCheck, Texts>> = {
  structure: {
    passed: ['署名がファイル全体を対象としています。', 'The signature covers the whole file.'],
    failed: [
      '締結された契約書のファイルではないか、構造が変更されています。',
      'This is no signed contract, or its structure has been changed.',
    ],
    unknown: noKey,
  },
  signature: {
    passed: ['署名のあとに変更されたところはありません。', 'Nothing has been changed since the signature.'],
    failed: ['署名のあとにファイルが変更されています。', 'The file has been changed since the signature.'],
    unknown: noKey,
  },
  certificate: {
    passed: [
      '署名した鍵は、このシステムのものです。',
      'The key of the signature is one of the installation.',
    ],
    failed: [
      '署名した鍵は、このシステムのものではありません。',
      'The key of the signature is not one of the installation.',
    ],
    unknown: [
      '署名した鍵がどのシステムのものか、確認できません。',
      'The key of the signature has not been compared with those of an installation.',
    ],
  },
  draft: {
    passed: [
      '添付の契約書は、署名された内容と一致します。',
      'The attached contract is the one that was agreed on.',
    ],
    failed: [
      '添付の契約書は、署名された内容と一致しません。',
      'The attached contract is not the one that was agreed on.',
    ],
    unknown: noKey,
  },
  statement: {
    passed: [
      '締結の記録と監査ログの記録は、同じ署名のものです。',
      'The record of the signing and the entry of the log belong together.',
    ],
    failed: [
      '締結の記録と監査ログの記録が、一致しません。',
      'The record of the signing and the entry of the log do not belong together.',
    ],
    unknown: noKey,
  },
  entry: {
    passed: ['監査ログの記録は、変更されていません。', 'The entry of the log is unaltered.'],
    failed: ['監査ログの記録が、変更されています。', 'The entry of the log has been altered.'],
    unknown: noKey,
  },
  details: {
    passed: [
      '監査ログの記録に、この契約書のハッシュ値があります。',
      'The entry of the log has the hash of this contract.',
    ],
    failed: [
      '監査ログの記録に、この契約書のハッシュ値がありません。',
      'The entry of the log does not have the hash of this contract.',
    ],
    unknown: noKey,
  },
  inclusion: {
    passed: ['記録は、監査ログに含まれています。', 'The entry is in the log.'],
    failed: ['記録が、監査ログに含まれていません。', 'The entry is not in the log.'],
    unknown: noKey,
  },
  checkpoint: {
    passed: ['監査ログの署名は、正しいものです。', 'The signature of the log is valid.'],
    failed: [
      '監査ログの署名が正しくないか、このシステムのものではありません。',
      'The signature of the log is not valid, or is that of another installation.',
    ],
    unknown: [
      '監査ログの署名がどのシステムのものか、確認できません。',
      'The key of the log has not been compared with that of an installation.',
    ],
  },
  timestamp: {
    passed: [
      '第三者のタイムスタンプは、この署名のものです。発行者は確認していません。',
      'The time stamp of a third party is one of this signature. Who issued it is not verified.',
    ],
    failed: ['第三者のタイムスタンプが、正しくありません。', 'The time stamp of a third party is not valid.'],
    unknown: noKey,
  },
}

export function checkResult(name: ContractCheck, state: CheckState): CheckResult {
  const [ja, en] = texts[name][state]
  return { name, state, ja, en }
}
