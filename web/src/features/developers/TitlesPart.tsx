import { CodeBlock } from './CodeBlock.tsx'
import { ReferenceTable, RuleTable } from './ContractTables.tsx'
import type { Commands } from './guide-examples.ts'
import { Part } from './Part.tsx'

export function TitlesPart({ run }: { run: Commands }) {
  return (
    <Part title="8. 動画の公開と停止">
      <p>
        組織が提携先に共有した動画について、公開してよいかを確かめ、公開と停止を記録します。共有されると、
        <code>GET /titles</code> に現れ、<code>title.ready</code> か <code>title.blocked</code> が届きます。
      </p>
      <ol>
        <li>
          共有の <code>id</code> に、自社の番号（<code>reference</code>
          ）を付けます。この後は、その番号で呼び出します。
        </li>
        <li>
          <code>state</code> が <code>ready</code> なら公開できます。<code>blocked</code> なら、
          <code>records.blockers</code> に足りないものがあります。
        </li>
        <li>
          公開した日を記録します。足りないものがあれば、<code>TITLE_BLOCKED</code> になります。公開を終えたら
          DELETE で記録します。
        </li>
        <li>
          <code>takedown.stopped</code> が届いたら、公開をやめ、<code>stops</code> の <code>id</code>{' '}
          を付けて、停止したことを知らせてください。
        </li>
        <li>
          <code>statement</code> は、その時点の記録の、24時間有効な署名付きの証明（JWS）です。公開鍵は{' '}
          <code>/.well-known/jwks.json</code> にあります。
        </li>
      </ol>
      <CodeBlock label="番号を付ける">{run.nameTitle}</CodeBlock>
      <CodeBlock label="状態の確認（動画）">{run.getTitle}</CodeBlock>
      <CodeBlock label="公開の記録">{run.publishTitle}</CodeBlock>
      <CodeBlock label="公開の終了">{run.unpublishTitle}</CodeBlock>
      <CodeBlock label="停止の報告">{run.acknowledgeStop}</CodeBlock>
      <CodeBlock label="証明">{run.statement}</CodeBlock>
      <p>
        テスト用のキーでは、<code>share_id</code> は任意のUUIDで、結果は <code>reference</code>{' '}
        で選びます（小文字）。
      </p>
      <ReferenceTable />
      <p>
        足りないものの種類（<code>rule</code>）：
      </p>
      <RuleTable />
    </Part>
  )
}
