import type { DemoPerson } from '@kyc/server/demo/people.ts'
import { passportDay, yearsBefore } from './days.ts'
import { card, repeated, waves } from './page.ts'
import { ground, name, portrait, printedExpiry, stamped, text } from './printed.ts'

/** The page with the photograph. The two lines at the foot only look like machine-readable ones. */
export function passportPage(person: DemoPerson): string {
  const expiry = printedExpiry(person) ?? ''
  const foreign = person.nationality !== '日本'
  const field = (x: number, y: number, label: string, value: string, room = 480) =>
    text(x, y, 24, label, 'fill="#62707d"') + name(x, y + 46, 40, value, room)
  const line = (content: string) => content.padEnd(38, '<').slice(0, 38)
  return `
    ${ground('pp', '#e7eaf4', '#f2e6e6')}
    ${waves(card.width, card.height, '#dadfea')}
    ${repeated(card.width, card.height, 46, 0.08)}
    ${text(84, 84, 44, foreign ? '旅券（見本）' : '日本国旅券（見本）', 'font-weight="700"')}
    ${text(520, 84, 34, 'PASSPORT — SPECIMEN')}
    ${text(1330, 84, 34, 'XX0000000', 'text-anchor="end" font-weight="700"')}
    <path d="M70 112H1330" stroke="#8796a4" stroke-width="3"/>
    ${portrait(person.look, 84, 152, 380, '#d6dce6')}
    ${field(520, 172, '姓／Surname', person.lastNameRoman, 780)}
    ${field(520, 262, '名／Given name', person.firstNameRoman, 780)}
    ${field(520, 352, '国籍／Nationality', foreign ? `${person.nationality}（見本）` : 'JAPAN（見本）')}
    ${field(980, 352, '生年月日／Date of birth', passportDay(person.born), 360)}
    ${field(520, 442, '性別／Sex', 'X（見本）')}
    ${field(980, 442, '本籍／Registered domicile', 'MIHON', 360)}
    ${field(520, 532, '発行年月日／Date of issue', passportDay(yearsBefore(expiry, 10)))}
    ${field(980, 532, '有効期間満了日／Date of expiry', passportDay(expiry), 360)}
    ${text(84, 700, 24, '所持人自署（見本）', 'fill="#62707d"')}
    <path d="M300 694c22-30 34-28 30 2s24-22 38-18-6 26 18 16 22-30 38-22-8 28 22 16 30-22 52-16" stroke="#34435a" stroke-width="4" fill="none"/>
    <rect x="0" y="738" width="${card.width}" height="144" fill="#fff" opacity="0.55"/>
    <g font-family="'Noto Sans Mono CJK JP', monospace" font-size="43" letter-spacing="10.4" fill="#3b4754">
      <text x="84" y="798">${line('MIHON<SPECIMEN<<NOT<VALID').replaceAll('<', '&lt;')}</text>
      <text x="84" y="852">${line('XX0000000<0XXX0000000X0000000').replaceAll('<', '&lt;')}</text></g>
    ${stamped(850, 655)}`
}
