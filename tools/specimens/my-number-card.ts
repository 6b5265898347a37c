import type { DemoPerson } from '@kyc/server/demo/people.ts'
import { eraDay, plainDay } from './days.ts'
import { card, repeated, waves } from './page.ts'
import { fullName, ground, name, portrait, printedExpiry, ruled, stamped, text } from './printed.ts'

/** Front only: the back carries a number that must never be stored (D14). */
export function myNumberFront(person: DemoPerson, block: number): string {
  const expiry = printedExpiry(person)
  return `
    ${ground('mn', '#f3e9ee', '#e8ecf6')}
    ${waves(card.width, card.height, '#e7d9e2')}
    ${repeated(card.width, card.height, 46, 0.08)}
    <rect width="${card.width}" height="104" fill="#e3a9bd" opacity="0.55"/>
    ${text(64, 70, 44, '個人番号カード（見本）', 'font-weight="700"')}
    ${text(1340, 70, 34, '見本市長', 'text-anchor="end"')}
    ${text(520, 190, 34, '氏名', 'fill="#4e5965"')}${name(620, 196, 52, fullName(person), 700)}
    ${text(520, 286, 34, '住所', 'fill="#4e5965"')}${text(620, 286, 38, `見本県見本市例示${(block % 4) + 1}丁目${(block % 9) + 1}番`)}
    ${text(620, 340, 38, `見本マンション${100 + block}号`)}
    ${ruled(520, 1340, 222, 372)}
    ${text(520, 440, 36, `${eraDay(person.born)}生`, 'font-weight="700"')}
    ${text(1000, 440, 34, '性別　見本')}
    <rect x="520" y="482" width="820" height="84" fill="#f2d4df"/>
    ${text(544, 540, 42, expiry ? `${plainDay(expiry)}まで有効` : '', 'font-weight="700"')}
    ${text(520, 650, 34, '署名用電子証明書の有効期限　見本', 'fill="#4e5965"')}
    ${text(520, 716, 34, '臓器提供意思　（記載なし・見本）', 'fill="#4e5965"')}
    <rect x="520" y="752" width="430" height="66" rx="10" fill="none" stroke="#8796a4" stroke-width="2.5"/>
    ${text(735, 797, 34, 'セキュリティコード 0000', 'text-anchor="middle"')}
    ${portrait(person.look, 84, 168, 372, '#d7dfea')}
    ${stamped(1120, 664)}`
}
