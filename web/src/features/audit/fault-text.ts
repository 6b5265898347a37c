import type { LogFault, LogFaultKind } from '@kyc/contract/audit-verification.ts'

/** What a verification found, in plain words. */
const faultTexts = {
  entry: '記録の内容が、記録されたときと異なります。',
  mac: 'このシステムが書き込んだものではない記録です。',
  details: '記録のIPアドレスまたは詳細が、記録されたときと異なります。',
  details_missing: '記録のIPアドレスと詳細がなくなっています。',
  leaf: '記録のハッシュ値が、記録の内容と一致しません。',
  order: '記録の順序が入れ替わっています。',
  node: 'まとめたハッシュ値が、記録の内容と一致しません。',
  schema: 'データベースの定義（トリガー・権限など）が、このシステムのものと異なります。',
  entry_missing: '記録がなくなっています。',
  count: 'サーバーが書き込んだ数より、記録が少なくなっています。',
  leaf_missing: '記録のハッシュ値がなくなっています。',
  node_missing: 'まとめたハッシュ値がなくなっています。',
  checkpoint_missing: 'チェックポイントがなくなっています。',
  published_missing: '外部に公開したチェックポイントのファイルがなくなっています。',
  root: 'チェックポイントが、記録の内容と一致しません。',
  fork: '公開済みのチェックポイントとは別の記録になっています。',
  rollback: '公開済みのチェックポイントより記録が少なくなっています。古いバックアップの可能性があります。',
  unsealed: '署名されないまま20秒以上過ぎた記録があります。',
  signature: 'チェックポイントの署名が正しくありません。',
  key: '公開されている鍵が、このシステムのものではありません。',
} as const satisfies Record<LogFaultKind, string>

export function faultText({ kind }: LogFault): string {
  return faultTexts[kind]
}

/** Where a fault is, if its entry cannot be shown. */
export function faultPlace({ entryId, leafIndex, checkpoint, detail }: LogFault): string {
  const places = [
    entryId !== null && `記録ID：${entryId}`,
    leafIndex !== null && `ログの${(leafIndex + 1).toLocaleString('ja-JP')}件目`,
    checkpoint !== null && `${checkpoint.toLocaleString('ja-JP')}件のチェックポイント`,
    detail ?? false,
  ]
  return places.filter((place) => place !== false).join('・')
}
