import type { DemoPerson } from '@kyc/server/demo/people.ts'
import { eraDay } from './days.ts'
import { card, repeated, waves } from './page.ts'
import {
  dateInCells,
  fullName,
  ground,
  name,
  portrait,
  printedExpiry,
  ruled,
  stamped,
  text,
} from './printed.ts'

/** Where the line of the date stands on the card. */
export const licenceDateLine = 391

export function licenceFront(person: DemoPerson, block: number): string {
  const grid = Array.from({ length: 8 }, (_, index) => `M${60 + 96 * index + (index ? 24 : 0)} 632V810`).join(
    '',
  )
  return `
    ${ground('lf', '#e4f1ee', '#e3e8f3')}
    ${waves(card.width, card.height, '#d3dfe0')}
    ${repeated(card.width, card.height, 46, 0.08)}
    ${text(64, 118, 40, '氏名')}${name(168, 122, 52, fullName(person), 690)}
    ${text(1350, 112, 40, `${eraDay(person.born)}生`, 'text-anchor="end"')}
    ${text(64, 208, 40, '住所')}${text(168, 208, 40, `見本県見本市見本町${(block % 5) + 1}丁目${(block % 8) + 2}番${(block % 11) + 3}号`)}
    ${text(64, 292, 38, '交付')}${text(168, 292, 38, '令和06年04月10日　00000')}
    ${ruled(60, 1350, 148, 236)}
    <rect x="60" y="330" width="812" height="86" fill="#a9c8e6"/>
    ${dateInCells(licenceDateLine, printedExpiry(person), 'まで有効')}
    ${text(64, 484, 36, '条件等', 'fill="#4e5965"')}
    ${text(64, 584, 40, '番号')}${text(168, 586, 46, '第000000000000号', 'font-weight="700" letter-spacing="1"')}
    <g fill="none" stroke="#8796a4" stroke-width="2.5"><rect x="60" y="632" width="792" height="178"/><path d="${grid}M180 721H852"/></g>
    ${text(120, 736, 36, '種類', 'text-anchor="middle"')}${text(228, 692, 32, '普通', 'text-anchor="middle"')}
    ${portrait(person.look, 932, 272, 330, '#c7dbec')}
    ${text(1097, 782, 40, '運転免許証（見本）', 'font-weight="700" text-anchor="middle"')}
    ${stamped(560, 520)}`
}

export function licenceBack(variant: number): string {
  const note =
    variant === 0 ? '' : text(96, 196, 38, '令和07年03月21日　住所　見本県見本市例示町4丁目5番6号（見本）')
  return `
    ${ground('lb', '#e9f1ea', '#e9e6f0')}
    ${waves(card.width, card.height, '#d9e0d6')}
    ${repeated(card.width, card.height, 46, 0.08)}
    ${text(64, 104, 44, '備考', 'font-weight="700"')}
    <rect x="60" y="132" width="1280" height="420" fill="none" stroke="#8796a4" stroke-width="2.5"/>
    ${ruled(60, 1340, 216, 300, 384, 468)}
    ${note}
    ${text(64, 612, 34, '特記事項（見本）')}
    <rect x="60" y="636" width="860" height="180" fill="#e8eef4" stroke="#8796a4" stroke-width="2.5"/>
    ${text(84, 690, 30, 'この面は見本です。記載された内容はすべて架空のものです。', 'fill="#4e5965"')}
    ${text(1340, 812, 34, '運転免許証・裏（見本）', 'text-anchor="end" font-weight="700"')}
    ${stamped(1080, 420)}`
}
