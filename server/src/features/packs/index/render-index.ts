import { clockInJapan } from '@kyc/contract/dates.ts'
import type { PaperParagraph } from '../../signings/pdf/render-paper.ts'
import type { PackContent, PackedFile } from '../pack-content.ts'
import { evidenceIndex } from './evidence-index.ts'
import { fact, heading, text } from './paragraphs.ts'
import { recordsIndex } from './records-index.ts'

export interface IndexOf {
  readonly packed: readonly PackedFile[]
  readonly at: Date
  /** The public key of the log. */
  readonly vkey: string
}

/** The index of a pack: a PDF in Japanese with embedded fonts. */
export async function renderIndex(content: PackContent, { packed, at, vkey }: IndexOf): Promise<Uint8Array> {
  const { heading: title, pack } = content
  const paragraphs = [
    ...frontOf(content, at),
    ...(pack.shape === 'usc2257' ? recordsIndex(content, packed) : []),
    ...(pack.shape === 'person' ? personIndex : []),
    ...(pack.shape === 'appearanceLaw' || pack.shape === 'cardBrands'
      ? evidenceIndex(content, { packed, at })
      : []),
    ...proofOf(vkey),
  ]
  // Imported here, so that only a process that makes PDFs loads the libraries (docs/decisions/0002).
  const { renderPaper } = await import('../../signings/pdf/render-paper.ts')
  const footer = `${title}　${content.organisation}`
  return (await renderPaper({ title, language: 'ja', paragraphs, footer })).bytes
}

function frontOf({ organisation, pack, persons, titles }: PackContent, at: Date): PaperParagraph[] {
  return [
    fact('組織', organisation),
    fact('作成日時（日本時間）', clockInJapan(at)),
    fact('動画', `${titles.length}件`),
    fact('出演者', `${persons.length}名`),
    fact(
      '身分証明書と顔写真',
      pack.unmasked ? 'マスクしていません' : 'マスク済み（画像の全体を判読できないモザイクにしています）',
    ),
    fact('パックのID', pack.id),
    ...(pack.shape === 'usc2257'
      ? []
      : [
          text(
            'このパックは、記録されている事実の写しです。「記録上の不足なし」は、判定の日に記録が不足していなかったことだけを示し、適法であることを保証するものではありません。',
          ),
        ]),
  ]
}

const personIndex = [
  heading('内容'),
  text(
    'data.json に、保管している情報のすべてと監査ログがあります。index.html に、その説明があります。documents には本人確認の書類、papers と signings には契約書と説明書面があります。',
  ),
]

function proofOf(vkey: string): PaperParagraph[] {
  return [
    heading('検証'),
    text(
      'SHA256SUMS に、すべてのファイルのハッシュ値があります。展開したフォルダーで「sha256sum -c SHA256SUMS」を実行すると、変更されていないことを確認できます。SHA256SUMS.sig は、その一覧への監査ログの鍵による署名です。',
    ),
    text(
      'log.jsonl は、監査ログの抜粋です。1行目に署名されたチェックポイント、続く各行に1つの記録と、チェックポイントまでの経路（RFC 6962）があります。公開鍵だけで、システムに接続せずに検証できます。検証する前に、下の公開鍵が、システムの /api/contract-keys で公開されている鍵と同じことを確かめてください。運営の担当者の操作は、監査ログに含まれていることだけを示します。',
    ),
    fact('監査ログの公開鍵', vkey),
  ]
}
