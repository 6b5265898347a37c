import type { DemoPerson } from '@kyc/server/demo/people.ts'
import { plainDay } from './days.ts'
import { card, repeated, waves } from './page.ts'
import {
  dateInCells,
  ground,
  name,
  portrait,
  printedExpiry,
  romanName,
  ruled,
  stamped,
  text,
} from './printed.ts'

export const residenceDateLine = 690

export function residenceFront(person: DemoPerson, block: number): string {
  const label = (x: number, y: number, japanese: string, english: string) =>
    text(x, y, 30, japanese) + text(x, y + 26, 20, english, 'fill="#62707d"')
  return `
    ${ground('rf', '#e6efe2', '#f0e9e1')}
    ${waves(card.width, card.height, '#dbe4d3')}
    ${repeated(card.width, card.height, 46, 0.08)}
    <rect width="${card.width}" height="96" fill="#a8c39a" opacity="0.6"/>
    ${text(64, 66, 44, '在留カード（見本）', 'font-weight="700"')}
    ${text(470, 66, 28, 'RESIDENCE CARD — SPECIMEN')}
    ${text(1340, 66, 34, '番号　AB00000000CD', 'text-anchor="end" font-weight="700"')}
    ${label(85, 158, '氏名', 'NAME')}${name(230, 172, 46, romanName(person), 700)}
    ${label(85, 254, '生年月日', 'DATE OF BIRTH')}${text(270, 266, 40, plainDay(person.born))}
    ${text(620, 266, 34, '性別　見本')}
    ${label(85, 346, '国籍・地域', 'NATIONALITY')}${text(270, 358, 40, person.nationality)}
    ${label(85, 438, '住居地', 'ADDRESS')}${text(270, 450, 38, `見本県見本市見本町${(block % 6) + 1}番地`)}
    ${label(85, 530, '在留資格', 'STATUS')}${text(270, 542, 40, '技術・人文知識・国際業務')}
    ${ruled(80, 930, 202, 294, 386, 478, 570)}
    ${text(85, 618, 28, '在留期間（満了日）　PERIOD OF STAY', 'fill="#4e5965"')}
    <rect x="66" y="634" width="820" height="78" fill="#cfe0c2"/>
    ${dateInCells(residenceDateLine, printedExpiry(person), 'まで')}
    ${text(85, 762, 30, '許可の種類　在留期間更新許可（見本）')}
    ${text(85, 818, 30, 'このカードは見本です　架空庁長官')}
    ${portrait(person.look, 980, 190, 360, '#d5dfd4')}
    ${text(1160, 712, 34, '写真・見本', 'text-anchor="middle" fill="#4e5965"')}
    ${stamped(800, 752)}`
}

export function residenceBack(): string {
  return `
    ${ground('rb', '#e8f0e6', '#efeae3')}
    ${waves(card.width, card.height, '#dde5d6')}
    ${repeated(card.width, card.height, 46, 0.08)}
    ${text(64, 92, 40, '住居地記載欄（見本）', 'font-weight="700"')}
    <g fill="none" stroke="#8796a4" stroke-width="2.5"><rect x="60" y="116" width="1280" height="296"/><path d="M330 116V412M1040 116V412M60 190H1340M60 264H1340M60 338H1340"/></g>
    ${text(195, 166, 30, '届出年月日', 'text-anchor="middle"')}${text(685, 166, 30, '住居地', 'text-anchor="middle"')}${text(1190, 166, 30, '記載者印', 'text-anchor="middle"')}
    ${text(64, 482, 36, '資格外活動許可欄', 'font-weight="700"')}
    <rect x="60" y="506" width="1280" height="120" fill="none" stroke="#8796a4" stroke-width="2.5"/>
    ${text(84, 580, 34, '（見本）記載なし')}
    ${text(64, 690, 36, '在留期間更新等許可申請欄', 'font-weight="700"')}
    <rect x="60" y="714" width="900" height="110" fill="#e9f0e3" stroke="#8796a4" stroke-width="2.5"/>
    ${text(1340, 816, 34, '在留カード・裏（見本）', 'text-anchor="end" font-weight="700"')}
    ${stamped(1090, 560)}`
}
