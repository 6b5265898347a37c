import { addDays, dateInWords, dateTimeInWords } from './dates.ts'
import type { AnyDocumentType } from './document-vocabulary.ts'
import { anyDocumentLabels } from './labels.ts'

// The draft of a report of a leak to the 個人情報保護委員会 (個人情報の保護に関する法律26条, 同施行規則7条・8条), and its clocks.

/** The two reports of a leak. */
export const leakReportKinds = ['prompt', 'final'] as const
export type LeakReportKind = (typeof leakReportKinds)[number]

export const leakReportLabels = {
  prompt: '速報',
  final: '確報',
} as const satisfies Record<LeakReportKind, string>

/** The last days of the reports, for a leak that became known on a day. */
export interface LeakClocks {
  /** The prompt report is due within about three to five days. */
  readonly prompt: { readonly from: string; readonly until: string }
  readonly final: string
  /** The last day of the final report if the leak may have had a wrongful purpose, such as unauthorized access. */
  readonly finalIfWrongful: string
}

/**
 * The clocks of a leak that became known on `knownOn`, which is not counted (民法140条). A last day on a holiday is not
 * moved to a working day, so that no report is late.
 */
export function leakClocks(knownOn: string): LeakClocks {
  return {
    prompt: { from: addDays(knownOn, 3), until: addDays(knownOn, 5) },
    final: addDays(knownOn, 30),
    finalIfWrongful: addDays(knownOn, 60),
  }
}

/** What the log contains about an investigated period, as far as the report states it. */
export interface LeakFacts {
  readonly account: { readonly name: string }
  readonly from: string
  readonly to: string
  readonly knownOn: string
  readonly performers: number
  readonly opened: number
  readonly archives: number
  readonly acted: number
  /** Each type of document, with its performers, views and downloads. */
  readonly documents: readonly {
    readonly type: AnyDocumentType
    readonly performers: number
    readonly opened: number
    readonly downloaded: number
  }[]
  /** The number of exported lists and logs, whose performers are not part of `performers`. */
  readonly exports: number
}

/** The items of personal data in the record of a performer. */
const recordItems = '氏名、フリガナ、ローマ字氏名、別名、生年月日、国籍、連絡先などの登録内容'

/**
 * A draft of the report in Japanese, with the counted facts and a blank in 【　】 for everything that is not in the log.
 * The draft states that it is not legal advice.
 */
export function leakReport(kind: LeakReportKind, facts: LeakFacts): string {
  const clocks = leakClocks(facts.knownOn)
  const period = `${dateTimeInWords(facts.from)}から${dateTimeInWords(facts.to)}まで（日本時間）`
  const sections: readonly (readonly [string, readonly string[]])[] = [
    [
      '概要',
      [
        `発覚した日：${dateInWords(facts.knownOn)}`,
        '発生した日：【　】',
        `経緯：本人確認管理システムの利用者「${facts.account.name}」のアカウントが、【第三者に使用された・端末の紛失により使用されるおそれがある】。`,
        `対象とした期間：${period}`,
        '報告する者の名称・住所・代表者・担当者・連絡先：【　】',
      ],
    ],
    ['漏えい等が発生し、又は発生したおそれがある個人データの項目', itemsOf(facts)],
    [
      '漏えい等が発生し、又は発生したおそれがある個人データに係る本人の数',
      [
        `${facts.performers.toLocaleString('ja-JP')}名（監査ログに、この期間の閲覧・ダウンロード・操作の記録がある出演者）`,
        ...(facts.exports > 0
          ? [
              `このほか、一覧や監査ログのエクスポートが${facts.exports.toLocaleString('ja-JP')}件あります。含まれる本人の数：【　】`,
            ]
          : []),
        '一覧と検索の画面に表示された氏名は、監査ログに残りません。これらを含めた本人の数：【　】',
      ],
    ],
    [
      '原因',
      ['【不正アクセス・パスワードの漏えい・端末の紛失・従業者による持ち出し・その他】', '詳細：【　】'],
    ],
    ['二次被害又はそのおそれの有無及びその内容', ['有無：【有・無・不明】', '内容：【　】']],
    [
      '本人への対応の実施状況',
      [
        '本人への通知：【実施した日・方法・予定】',
        '問い合わせ窓口：【　】',
        'アカウントの停止とログアウト：【実施した日時】',
      ],
    ],
    ['公表の実施状況', ['【実施した日・方法・予定・行わない理由】']],
    ['再発防止のための措置', ['実施した措置：【　】', '今後実施する措置と完了の予定日：【　】']],
    ['その他参考となる事項', ['【警察への届出、他の機関への報告など】']],
  ]
  return [
    `個人データの漏えい等の報告（${leakReportLabels[kind]}）の下書き`,
    '',
    '監査ログの集計から作成した下書きです。法的な助言ではありません。報告の要否と内容は、弁護士などの専門家に確認してください。',
    '【　】は、監査ログからは分からない項目です。事実を確認して記入してください。',
    clockText(kind, clocks),
    ...sections.flatMap(([title, lines], index) => ['', `${index + 1}. ${title}`, ...lines]),
    '',
  ].join('\n')
}

function itemsOf({ opened, archives, acted, documents }: LeakFacts): readonly string[] {
  const count = (people: number) => `${people.toLocaleString('ja-JP')}名`
  return [
    ...(opened > 0 ? [`出演者の記録（${recordItems}）：${count(opened)}`] : []),
    ...documents.map(
      ({ type, performers, ...times }) =>
        `書類「${anyDocumentLabels[type]}」：${count(performers)}（表示 ${times.opened}回、ダウンロード ${times.downloaded}回）`,
    ),
    ...(archives > 0 ? [`本人に関するすべてのデータのエクスポート：${count(archives)}`] : []),
    ...(acted > 0 ? [`登録・変更・審査などの操作（操作の対象となった内容）：${count(acted)}`] : []),
    'その他の項目：【　】',
  ]
}

function clockText(kind: LeakReportKind, clocks: LeakClocks): string {
  if (kind === 'prompt')
    return `期限の目安：知った日から3〜5日以内（${dateInWords(clocks.prompt.from)}から${dateInWords(clocks.prompt.until)}まで）`
  return `期限：知った日から30日以内（${dateInWords(clocks.final)}）。不正の目的によるおそれがあるときは60日以内（${dateInWords(clocks.finalIfWrongful)}）`
}
