import { dateInWords, dayInJapan } from '@kyc/contract/dates.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Letter, LetterPart } from './letter.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo, sendLetter } from './send-letter.ts'

/** What is due for an account. Counts stop at `limits.countBound`. */
export interface Due {
  readonly late: number
  readonly today: number
  readonly tomorrow: number
  readonly documents: number
  readonly firstDocument: string | null
  readonly titles: number
  readonly firstTitle: string | null
  readonly signings: number
  readonly firstSigning: Date | null
  readonly performers: number
  readonly papers: number
}

/** Mails an account the numbers of what is due; nothing if nothing is. */
export async function mailDue(
  services: MailServices,
  tx: Tx,
  accountId: string,
  { due, today }: { readonly due: Due; readonly today: string },
): Promise<void> {
  const parts = partsOf(services, due, today)
  if (parts.length > 0) await sendLetter(services, tx, accountId, letterOf(services, parts))
}

/** Numbers and days only: a mail names no person and no title. */
function partsOf(services: MailServices, due: Due, today: string): LetterPart[] {
  const first = (day: string | null) =>
    day ? `（最も近い期限：${day < today ? '期限切れあり' : dateInWords(day)}）` : ''
  const sections = [
    {
      facts: [
        ['期限を過ぎた申し出', due.late, '件'],
        ['今日が期限の申し出', due.today, '件'],
        ['明日が期限の申し出', due.tomorrow, '件'],
      ],
      link: ['公開停止の申し出を開く', '/takedowns'],
    },
    {
      facts: [['審査待ちの出演者', due.performers, '名']],
      link: ['審査を開く', '/review'],
    },
    {
      facts: [['審査待ちの契約書と説明書面', due.papers, '件']],
      link: ['契約書の審査を開く', '/review/papers'],
    },
    {
      facts: [
        ['書類の期限が切れた、または30日以内に切れる出演者', due.documents, '名', first(due.firstDocument)],
      ],
      link: ['該当する出演者を開く', '/performers?expiring=true'],
    },
    {
      facts: [
        ['同意や契約の期限などで、30日以内に公開の判定が変わる動画', due.titles, '件', first(due.firstTitle)],
      ],
      link: ['ダッシュボードを開く', '/dashboard'],
    },
    {
      facts: [
        [
          '署名を待っている契約書',
          due.signings,
          '件',
          first(due.firstSigning && dayInJapan(due.firstSigning)),
        ],
      ],
      link: ['動画を開く', '/videos'],
    },
  ] as const
  return sections.flatMap(({ facts, link: [label, path] }) => {
    const shown = facts.filter(([, count]) => count > 0)
    if (shown.length === 0) return []
    return [
      {
        facts: shown.map(
          ([name, count, unit, more = '']) => [name, `${numberText(count)}${unit}${more}`] as const,
        ),
      },
      { link: linkTo(services, path), label },
    ]
  })
}

function numberText(count: number): string {
  return `${count.toLocaleString('ja-JP')}${count >= limits.countBound ? '以上の' : ''}`
}

function letterOf(services: MailServices, parts: readonly LetterPart[]): Letter {
  return {
    subject: '今日の期限のまとめ',
    parts: [
      '期限のあるものと、対応を待っているものをまとめました。',
      ...parts,
      'このメールは、アカウントで「期限のまとめメール」を受け取ることにした方に、毎朝お送りしています。対応が必要なものがない日は届きません。',
      { link: linkTo(services, '/account'), label: '受け取りをやめる・設定を変更する' },
    ],
  }
}
