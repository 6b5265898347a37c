import { dateInWords } from '@kyc/contract/dates.ts'
import { statementText } from '@kyc/contract/records-2257.ts'
import type { PaperParagraph } from '../../signings/pdf/render-paper.ts'
import { titleOf } from '../../videos/facts/title-facts.ts'
import {
  legalName,
  type PackContent,
  type PackedFile,
  type PackPerson,
  type PackTitle,
  romanName,
} from '../pack-content.ts'
import { fact, heading, known, text } from './paragraphs.ts'

/** The records of 28 CFR 75.2 with their cross-references by every name and by title, and nothing else. */
export function recordsIndex(content: PackContent, packed: readonly PackedFile[]): PaperParagraph[] {
  const { pack, persons, titles } = content
  return [
    ...(pack.unmasked
      ? []
      : [
          text(
            '身分証明書はマスクされています。2257の検査に用いる写しは、判読できるものでなければなりません。最高管理者が理由を記録すると、マスクしないパックを作成できます。',
          ),
        ]),
    heading('氏名の索引（Index by legal name and other names）'),
    ...nameLines(persons, titles),
    heading('作品の索引（Index by title）'),
    ...titles
      .toSorted((one, other) => one.facts.title.localeCompare(other.facts.title, 'ja'))
      .map(({ number, facts }) =>
        fact(
          facts.title,
          [`作品 ${number}`, ...persons.filter(appearsIn(facts)).map(({ row }) => legalName(row))].join('\n'),
        ),
      ),
    ...persons.flatMap((person) => personRecord(person, titles, packed)),
    ...titles.flatMap(titleRecord),
  ]
}

function appearsIn({ appearances }: PackTitle['facts']) {
  const cast = new Set(appearances.map(({ performerId }) => performerId))
  return ({ id }: Pick<PackPerson, 'id'>) => cast.has(id)
}

/** Each name with the record that it leads to, legal names by family name first. */
function nameLines(persons: readonly PackPerson[], titles: readonly PackTitle[]): PaperParagraph[] {
  const legal = persons.map((person) => {
    const works = titles.filter(({ facts }) => appearsIn(facts)(person)).map(({ number }) => number)
    const roman = romanName(person.row)
    return fact(
      `${legalName(person.row)}${roman ? `\n${roman}` : ''}`,
      `出演者 ${person.number}、作品 ${works.join('、') || 'なし'}`,
    )
  })
  const others = persons
    .flatMap(({ number, row }) => (row.other_names ?? []).map(({ name }) => ({ name, number, row })))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'ja'))
  return [
    ...legal,
    ...others.map(({ name, number, row }) => fact(name, `出演者 ${number}　${legalName(row)}`)),
  ]
}

function personRecord(
  { id, number, row }: PackPerson,
  titles: readonly PackTitle[],
  packed: readonly PackedFile[],
): PaperParagraph[] {
  const copies = packed.filter((file) => !('video_id' in file.row) && file.row.performer_id === id)
  const works = titles.filter(({ facts }) => appearsIn(facts)({ id }))
  return [
    heading(`出演者 ${number}　${legalName(row)}`),
    fact('法律上の氏名（Legal name）', [legalName(row), romanName(row)].filter(Boolean).join('\n')),
    ...known('生年月日（Date of birth）', row.date_of_birth && dateInWords(row.date_of_birth)),
    ...known('その他の名前（Other names）', (row.other_names ?? []).map(({ name }) => name).join('、')),
    ...works.map(({ number: work, facts }) => fact('作品（Title）', `${work}　${facts.title}`)),
    ...copies.map(({ path }) =>
      fact('身分証明書の写し（Copy of the ID）', path ?? 'ファイルを読み取れないため、含まれていません。'),
    ),
    ...(copies.length === 0 ? [text('承認された身分証明書の写しはありません。')] : []),
  ]
}

function titleRecord({ number, facts, publications, record }: PackTitle): PaperParagraph[] {
  const urls = publications.flatMap(({ address }) => address ?? [])
  const statement = statementText(record)
  return [
    heading(`作品 ${number}　${facts.title}`),
    ...known('品番（Number）', titleOf(facts.facts).productNumber),
    ...known('制作日（Date of original production）', record.producedOn.map(dateInWords).join('、')),
    ...urls.map((url) => fact('アドレス（URL）', url)),
    ...known(
      '一次制作者（Primary producer）',
      record.producer && `${record.producer.name}\n${record.producer.address}`,
    ),
    ...(statement
      ? [fact('表示する文（Statement）', statement)]
      : [text('記録保管者か撮影した日が入力されていないため、表示する文を作成できません。')]),
  ]
}
