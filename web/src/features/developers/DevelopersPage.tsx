import { day, hour, second } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import { partnerScopeLabels } from '@kyc/contract/partner-api-vocabulary.ts'
import { Paper, Stack, Text, Title } from '@mantine/core'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CodeBlock } from './CodeBlock.tsx'
import { ErrorTable, EventTable, OutcomeTable, TitleTable } from './ContractTables.tsx'
import classes from './guide.module.css'
import { type Commands, commandsFor } from './guide-examples.ts'
import { Part } from './Part.tsx'
import example from './partner-example.mjs?raw'
import { TitlesPart } from './TitlesPart.tsx'

const hours = (milliseconds: number) => `${milliseconds / hour}時間`

/**
 * /developers: the guide of the partner API (D112). Its tables and its program come from the sources, so that the guide
 * cannot differ from them.
 */
export function DevelopersPage() {
  const run = commandsFor(window.location.origin)
  return (
    <>
      <header>
        <title>開発者向け｜本人確認管理システム</title>
        <Title>開発者向け</Title>
        <Text c="dimmed" mt={4} mb="md">
          提携先APIの手引きです。提携先のサーバーから、本人確認のアドレスを発行し、結果を受け取り、共有された動画を確かめます。
        </Text>
      </header>
      <Paper withBorder p={{ base: '20px 16px', sm: 'xl' }} lh={1.8} className={classes.guide}>
        <Stack gap={32}>
          <Start run={run} />
          <Flow run={run} />
          <Events run={run} />
          <Webhooks run={run} />
          <Errors run={run} />
          <Conventions />
          <Tests run={run} />
          <TitlesPart run={run} />
          <Part title="例のプログラム">
            <p>
              Node.js
              24だけで動きます（パッケージは要りません）。この製品の試験は、このファイルをそのまま実行しています。
              <code>partner-example.mjs</code> として保存し、先頭の説明のとおりに実行してください。
            </p>
            <CodeBlock label="partner-example.mjs">{example}</CodeBlock>
          </Part>
        </Stack>
      </Paper>
    </>
  )
}

function Start({ run }: { run: Commands }) {
  return (
    <Part title="1. はじめる">
      <p>
        運営者（<AppLink href={paths.contact()}>お問い合わせ</AppLink>）から、次の2つを受け取ってください。
      </p>
      <ul>
        <li>
          テスト用の「サーバー用キー」（<code>kyc_test_…</code>
          ）。ブラウザ用のAPIキー（<code>kyc_pk_…</code>
          ）は、ここでは使えません。実在しない記録だけを読み書きし、人も動画もメールも動きません。
        </li>
        <li>
          登録済みの「送信先」（例：<code>https://partner.example.com</code>）。
          <code>callback_url</code> とWebhookは、この下のアドレスだけを指定できます。
        </li>
      </ul>
      <CodeBlock label="準備">{run.settings}</CodeBlock>
      <p>最初のアドレスを発行します。</p>
      <CodeBlock label="アドレスの発行">{run.createSession}</CodeBlock>
      <p>応答（201）：</p>
      <CodeBlock label="アドレスの応答">{run.session}</CodeBlock>
      <p>
        テスト用のキーでは、<code>user_id</code> で結果を選びます（「7. テスト」の表）。
        <code>test_approved</code> なら、手続きが終わり、審査で承認されたところまで進みます。
      </p>
      <p>
        すべての操作の入力と応答は、<a href="/api/partner/v1/openapi.json">OpenAPIの文書</a>にあります。
      </p>
    </Part>
  )
}

function Flow({ run }: { run: Commands }) {
  return (
    <Part title="2. 本番の流れ">
      <ol>
        <li>
          提携先のサーバーが <code>POST /sessions</code> でアドレス（<code>url</code>
          ）を発行し、会員のブラウザで
          <code>url</code> を開きます。アドレスは1回だけ、{hours(limits.kyc.address)}
          使えます。ページの中に表示（埋め込み）はできません。
        </li>
        <li>
          会員が手続きを終えると、結果（<code>user_id</code>、<code>status</code>、<code>id_token</code>{' '}
          など）が
          <code>callback_url</code> に届き、会員は <code>redirect_url</code> に戻ります。結果の署名は「4.
          Webhook」と同じ方式で、鍵だけが違います。鍵（署名シークレット）は運営者から受け取ってください。
        </li>
        <li>
          <code>GET /sessions/{'{id}'}</code> の <code>state</code> が、<code>waiting</code>（開いていない）、
          <code>opened</code>（手続き中）、<code>completed</code>（終わった）、<code>expired</code>
          （期限切れ）と変わります。
        </li>
        <li>
          会員が出演者を登録すると、審査の状態を <code>GET /performers?user_id=…</code> で読めます。
          <code>status</code> は <code>pending</code>、<code>approved</code>、<code>rejected</code>
          です。氏名や書類は、APIでは渡しません。
        </li>
        <li>状態の変化は、イベントで届きます（「3. イベント」）。</li>
      </ol>
      <CodeBlock label="状態の確認">{run.getSession}</CodeBlock>
      <CodeBlock label="出演者の状態">{run.performers}</CodeBlock>
      <p>
        本番では、本番用のキー（<code>kyc_live_…</code>
        ）に替えるだけです。キーはサーバーだけに置き、ブラウザやアプリに入れないでください。キーごとに使える操作：
      </p>
      <ul>
        {Object.entries(partnerScopeLabels).map(([scope, label]) => (
          <li key={scope}>
            <code>{scope}</code>：{label}
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Events({ run }: { run: Commands }) {
  return (
    <Part title="3. イベント">
      <p>
        <code>GET /events</code> は、イベントを古い順に返します。最後に受け取った <code>id</code>{' '}
        を保存し、次は
        <code>after</code>{' '}
        に指定します。停止していた後も、これだけで全部を1回ずつ受け取れます。空の一覧が返れば、終わりです。
        {limits.kyc.eventsKept / day}日間保管します。保管の終わった <code>id</code> を指定すると、
        <code>CURSOR_INVALID</code> になります。
      </p>
      <CodeBlock label="イベントの一覧">{run.events}</CodeBlock>
      <p>1件のイベント（Webhookの本文も同じ形です）：</p>
      <CodeBlock label="イベントの例">{run.event}</CodeBlock>
      <EventTable />
      <p>
        <code>object_id</code> は「対象」の <code>id</code> です（動画では <code>GET /titles</code> の{' '}
        <code>id</code>）。<code>expires_on</code>{' '}
        は書類の期限です。承認された出演者でも、過ぎていれば期限切れです。種類は後から増えます。知らない{' '}
        <code>type</code> は読み飛ばしてください。
      </p>
    </Part>
  )
}

function Webhooks({ run }: { run: Commands }) {
  return (
    <Part title="4. Webhook">
      <p>
        送信先を設定すると、イベントが起きるたびに <code>POST</code>{' '}
        で届きます。送信先は、テスト用と本番用に1つずつです。 応答の <code>secret</code>（<code>whsec_…</code>
        ）は、初めて設定したときだけ表示します。保管してください。
      </p>
      <CodeBlock label="Webhookの設定">{run.setWebhook}</CodeBlock>
      <CodeBlock label="テストイベント">{run.testWebhook}</CodeBlock>
      <p>
        送信先は、インターネットから届く https:// のアドレスだけです。手元で試すときは{' '}
        <code>GET /events</code> を使うか、デモの環境で http://localhost
        のアドレスを設定してください。設定する前の <code>/webhook</code> は <code>NOT_FOUND</code>{' '}
        になります。
      </p>
      <p>受け取る側は、次の順に処理してください。</p>
      <ol>
        <li>
          署名を確かめます（<a href="https://www.standardwebhooks.com/">Standard Webhooks</a>）。
          <code>whsec_</code> の後をBase64として読んだ鍵で、
          <code>{'{webhook-id}.{webhook-timestamp}.{本文}'}</code> のHMAC-SHA256を計算し、Base64にして
          <code>v1,</code> を付けます。<code>webhook-signature</code>{' '}
          には、空白区切りで1つか2つの署名があります。どれかが一致し、
          <code>webhook-timestamp</code>{' '}
          が5分以内なら、本物です。本文は、JSONに変換する前のバイト列で計算してください。
        </li>
        <li>
          <code>id</code>（<code>webhook-id</code>{' '}
          と同じ値）を保存済みなら、処理せずに2xxを返します。同じイベントが2回届くことがあります。順番が入れ替わることもあります。
        </li>
        <li>処理して、{limits.callback.timeout / second}秒以内に2xxを返します。</li>
      </ol>
      <p>
        2xxでないときは、1分、5分、30分、2時間、5時間、10時間、18時間後に送り直します。転送（3xx）には従いません。
        <code>410</code>{' '}
        を返すか、5日間続けて失敗すると停止します。もう一度設定すると再開します。停止中のイベントも
        <code>GET /events</code> で受け取れます。
      </p>
      <p>
        秘密の値を替えるとき（24時間は、新旧両方の署名が付きます。その間にもう一度替えると、初めの値はすぐに使えなくなります）：
      </p>
      <CodeBlock label="署名シークレットの再発行">{run.newSecret}</CodeBlock>
    </Part>
  )
}

function Errors({ run }: { run: Commands }) {
  return (
    <Part title="5. エラー">
      <p>
        エラーは <code>application/problem+json</code>（RFC 9457）です。判断には <code>code</code>
        を使ってください。文は、<code>Accept-Language: en</code> なら英語、なければ日本語です。
        <code>429</code> と <code>503</code> は、<code>Retry-After</code> の秒数だけ待ってから、同じ
        <code>Idempotency-Key</code> で送り直せます。
      </p>
      <CodeBlock label="エラーの例">{run.problemCall}</CodeBlock>
      <ErrorTable />
    </Part>
  )
}

function Conventions() {
  return (
    <Part title="6. 約束">
      <ul>
        <li>
          版：<code>KYC-Version: 2026-11-28</code>{' '}
          を付けると、応答の形が変わりません。付けないと、キーを発行した日の版です。
        </li>
        <li>
          二重の実行の防止：<code>POST</code> に <code>Idempotency-Key</code>
          （255文字以内の任意の値）を付けます。同じ値の2回目は、最初の応答をそのまま返します。内容の違う要求には、新しい値を付けてください。
        </li>
        <li>
          一覧：<code>limit</code> で件数を指定します。続きは、応答の <code>Link</code> の{' '}
          <code>rel="next"</code>
          のアドレスです（<code>GET /events</code> は <code>after</code>）。
        </li>
        <li>
          回数の制限：キーごとに1分{limits.rate.partnerPerMinute}回。残りは <code>RateLimit-Remaining</code>
          、戻るまでの秒数は
          <code>RateLimit-Reset</code> です。
        </li>
        <li>
          問い合わせ：応答の <code>X-Request-Id</code>{' '}
          をお知らせください。呼び出しの記録を、30日間保管しています（本文は記録しません）。
        </li>
        <li>時刻はUTC、日付は日本の日付です。項目は後から増えます。知らない項目は読み飛ばしてください。</li>
      </ul>
    </Part>
  )
}

function Tests({ run }: { run: Commands }) {
  return (
    <Part title="7. テスト">
      <p>
        テスト用のキーで発行した <code>url</code> を開いても、本人確認は行われません。結果は{' '}
        <code>user_id</code> で決まり、イベントもすぐに起きます。表にない <code>user_id</code> は{' '}
        <code>test_waiting</code> と同じです。<code>callback_url</code> には何も送りません。
      </p>
      <OutcomeTable />
      <p>
        公開停止の申し出（<code>POST /requests</code>）は、<code>title</code> で結果を選びます。
      </p>
      <TitleTable />
      <CodeBlock label="公開停止の申し出">{run.request}</CodeBlock>
    </Part>
  )
}
