import type { LinkLanguage } from '@kyc/contract/consent.ts'
import { dateInWords } from '@kyc/contract/dates.ts'
import type { EnteredFact } from '@kyc/contract/signing-vocabulary.ts'
import type { VideoFacts } from '@kyc/contract/title-facts.ts'

/** What the law requires in the contract (4条3項), shown below each field. */
export const factDescriptions = {
  parties: '制作者と出演者の、氏名または名称を書きます。',
  appearance: 'この作品に出演することを書きます。1つの契約で、1つの作品です。',
  shooting: '予定の日、時間、場所を書きます。未定のままにはできません。',
  acts: '撮影で行う性行為などの内容を、具体的に書きます。',
  partners: '相手役が誰か分かるように書きます。いない場合は「なし」と書きます。',
  publication: '配信、DVDなどの方法と、公表する期間を書きます。',
  publisher: '制作者のほかに公表する者の名称を書きます。いない場合は「なし」と書きます。',
  fee: '金額と、支払う時期を書きます。',
  regions: '公表する国や地域を書きます。',
  server: '配信に使うサーバーの管理者と所在国を書きます。配信しない場合は「なし」と書きます。',
} as const satisfies Record<EnteredFact, string>

interface Known {
  readonly organisation: string
  readonly title: string
  readonly performerId: string
  readonly facts: VideoFacts
}

/** What the records already say, in the language of the papers. */
export function knownFacts(language: LinkLanguage, known: Known): Record<EnteredFact, string> {
  const { organisation, title, performerId, facts } = known
  const name = facts.appearances.find((each) => each.performerId === performerId)?.name ?? ''
  const partners = facts.appearances.filter((each) => each.performerId !== performerId)
  const shootings = facts.shootings.filter(
    ({ plannedOn, performerIds }) =>
      plannedOn !== null && (performerIds.length === 0 || performerIds.includes(performerId)),
  )
  const isJapanese = language === 'ja'
  const days = shootings.map(({ plannedOn, place }) =>
    [plannedOn && (isJapanese ? dateInWords(plannedOn) : plannedOn), place].filter(Boolean).join(' '),
  )
  return {
    parties: isJapanese
      ? `制作者：${organisation}\n出演者：${name}`
      : `Producer: ${organisation}\nPerformer: ${name}`,
    appearance: isJapanese
      ? `出演者は、制作者が制作する「${title}」に出演する。`
      : `The performer appears in "${title}", which is made by the producer.`,
    shooting: days.join('\n'),
    acts: '',
    partners:
      partners.length > 0
        ? partners.map((each) => each.name).join(isJapanese ? '、' : ', ')
        : isJapanese
          ? 'なし'
          : 'none',
    publication: '',
    publisher: '',
    fee: '',
    regions: '',
    server: '',
  }
}

/** The facts in another language, where they are still as the records say. */
export function translatedFacts(
  values: Readonly<Record<EnteredFact, string>>,
  from: LinkLanguage,
  to: LinkLanguage,
  known: Known,
): Partial<Record<EnteredFact, string>> {
  const [before, after] = [knownFacts(from, known), knownFacts(to, known)]
  const names = Object.keys(before) as EnteredFact[] // the keys of a record of EnteredFact
  return Object.fromEntries(
    names.filter((name) => values[name] === before[name]).map((name) => [name, after[name]]),
  )
}
