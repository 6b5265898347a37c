import { identityCheckLabels } from '@kyc/contract/check-vocabulary.ts'
import { ageOn, dateInWords, dayInJapan } from '@kyc/contract/dates.ts'
import { anyDocumentLabels, idKindLabels, wordOf } from '@kyc/contract/labels.ts'
import { rules, rulesVersion } from '@kyc/contract/law-rules.ts'
import { shootingDays } from '@kyc/contract/law-shootings.ts'
import { otherNamesText } from '@kyc/contract/other-names.ts'
import { gateStateLabels } from '@kyc/contract/readiness.ts'
import { takedownKindLabels, takedownStateLabels } from '@kyc/contract/takedown-vocabulary.ts'
import type { StoredAppearance } from '@kyc/contract/title-facts.ts'
import {
  consentLabels,
  endLabels,
  footageAnswerLabels,
  footageWayLabels,
  proofLabels,
  shootingLabels,
  videoCategoryLabels,
} from '@kyc/contract/title-vocabulary.ts'
import type { PaperParagraph } from '../../signings/pdf/render-paper.ts'
import { appearanceOf, titleOf } from '../../videos/facts/title-facts.ts'
import { answersOn, lawFacts, stateOf } from '../../videos/gate/refresh-gate.ts'
import {
  legalName,
  type PackContent,
  type PackedFile,
  type PackPerson,
  type PackTitle,
  romanName,
} from '../pack-content.ts'
import { fact, heading, known, text } from './paragraphs.ts'

/**
 * The titles with their days and decisions, then the performers with their documents: for the appearance law and card
 * brands.
 */
export function evidenceIndex(
  content: PackContent,
  { packed, at }: { readonly packed: readonly PackedFile[]; readonly at: Date },
): PaperParagraph[] {
  return [
    ...content.titles.flatMap((title) => titleParagraphs(content, title, { packed, at })),
    ...content.persons.flatMap((person) => personParagraphs(content, person, packed)),
  ]
}

const day = (value: string) => dateInWords(value)

function titleParagraphs(
  { pack, persons }: PackContent,
  { number, facts: row, publications, takedowns }: PackTitle,
  { packed, at }: { readonly packed: readonly PackedFile[]; readonly at: Date },
): PaperParagraph[] {
  const title = titleOf(row.facts)
  const cast = new Set(persons.map(({ id }) => id))
  return [
    heading(`動画 ${number}　${row.title}`),
    ...known('外部ID', row.external_id),
    ...known('品番', title.productNumber),
    ...known('制作者', title.maker),
    ...known('区分', title.category && videoCategoryLabels[title.category]),
    ...known('対象外とした理由', title.categoryReason),
    ...known('審査団体', [title.reviewingBody, title.reviewNumber].filter(Boolean).join('　')),
    ...title.shootings.flatMap(({ kind, shotOn: shot }) =>
      known(`撮影（${shootingLabels[kind]}）`, shot && day(shot)),
    ),
    ...known('すべての撮影が終わった日', title.shootingEndedOn && day(title.shootingEndedOn)),
    ...publications.map(({ channel, startedOn, endedOn, address }) =>
      fact(
        `公開（${channel}）`,
        `${day(startedOn)}から${endedOn ? day(endedOn) : ''}${address ? `\n${address}` : ''}`,
      ),
    ),
    ...known(
      '公開前の内容の確認',
      title.contentReview &&
        `${day(title.contentReview.on)}、${title.contentReview.by}、${title.contentReview.passed ? '合格' : '不合格'}`,
    ),
    ...gateParagraphs(row, dayInJapan(at)),
    ...takedowns.map(({ kind, state, received_at, closed_at }) =>
      fact(
        `申し出（${takedownKindLabels[kind]}）`,
        `受付 ${day(dayInJapan(received_at))}、${takedownStateLabels[state]}${closed_at ? ` ${day(dayInJapan(closed_at))}` : ''}`,
      ),
    ),
    ...row.appearances
      .filter(({ performerId }) => cast.has(performerId))
      .flatMap(({ performerId, facts }) => {
        const person = persons.find(({ id }) => id === performerId)
        if (!person) return []
        const papers = packed.filter(
          (file) =>
            'video_id' in file.row && file.row.video_id === row.id && file.row.performer_id === performerId,
        )
        return [
          fact('出演者', `${person.number}　${legalName(person.row)}`),
          ...appearanceParagraphs(appearanceOf(facts), pack.shape === 'cardBrands'),
          ...papers.map(fileParagraph),
        ]
      }),
  ]
}

/** What the records lacked on the day of the pack, and what of it superadmins have overridden (D105). */
function gateParagraphs(row: PackTitle['facts'], today: string): PaperParagraph[] {
  const answers = answersOn(row, today)
  const texts = (of: 'blockers' | 'overridden') =>
    new Set(answers.flatMap((answer) => answer[of].map(({ rule }) => rules[rule].text)))
  return [
    fact('記録の判定', `${gateStateLabels[stateOf(answers)]}（${day(today)}、規則の版 ${rulesVersion}）`),
    ...[...texts('blockers')].map((each) => fact('記録上の不足', each)),
    ...[...texts('overridden')].map((each) => fact('運営が例外を認めた不足', each)),
  ]
}

function appearanceParagraphs(
  { contract, sheet, footage, consents, ended }: StoredAppearance,
  forCards: boolean,
): PaperParagraph[] {
  const proven = ({ proof }: { proof: keyof typeof proofLabels }) => `（${proofLabels[proof]}）`
  const law = [
    ...known('契約の申し込み', contract?.offeredOn && day(contract.offeredOn)),
    ...known('契約日', contract && `${day(contract.signedOn)}${proven(contract)}`),
    ...known('契約書の受領', contract?.receivedOn && `${day(contract.receivedOn)}${proven(contract)}`),
    ...known('説明書面の受領', sheet && `${day(sheet.receivedOn)}${proven(sheet)}`),
    ...known(
      '説明',
      sheet?.explainedOn &&
        [day(sheet.explainedOn), sheet.explainedBy, sheet.language].filter(Boolean).join('、'),
    ),
    ...known(
      '映像の確認',
      footage &&
        `${day(footage.offeredOn)}に提供（${footageWayLabels[footage.way]}）、期限 ${day(footage.until)}、${footage.answer ? footageAnswerLabels[footage.answer] : '回答なし'}`,
    ),
  ]
  return [
    ...(forCards ? known('契約日', contract && `${day(contract.signedOn)}${proven(contract)}`) : law),
    ...consents.map((consent) =>
      fact(
        `同意（${consentLabels[consent.kind]}）`,
        [
          `${day(consent.givenOn)}${proven(consent)}`,
          consent.endsOn && `${day(consent.endsOn)}まで`,
          consent.withdrawnOn && `${day(consent.withdrawnOn)}に撤回`,
          consent.wording && `同意文の版 ${consent.wording}`,
        ]
          .filter(Boolean)
          .join('、'),
      ),
    ),
    ...known('契約の終了', ended && `${endLabels[ended.kind]}、${day(ended.on)}`),
  ]
}

function personParagraphs(
  { titles }: PackContent,
  { id, number, row, documents, reliance }: PackPerson,
  packed: readonly PackedFile[],
): PaperParagraph[] {
  const shot = titles
    .flatMap(({ facts: row }) => {
      const facts = lawFacts(row)
      const own = facts.appearances.filter(({ performerId }) => performerId === id)
      return own.flatMap((appearance) => shootingDays(appearance, facts))
    })
    .toSorted()
  const youngest = shot[0]
  const front = documents.find(({ type }) => type === 'idFront')
  const own = packed.filter((file) => !('video_id' in file.row) && file.row.performer_id === id)
  return [
    heading(`出演者 ${number}　${legalName(row)}`),
    ...known('ローマ字', romanName(row)),
    ...known('その他の名前', otherNamesText(row.other_names)),
    ...known('生年月日', row.date_of_birth && day(row.date_of_birth)),
    ...(row.date_of_birth && youngest
      ? [fact('最初の撮影日の年齢', `${ageOn(row.date_of_birth, youngest)}歳（${day(youngest)}）`)]
      : []),
    ...known('身分証明書の種類', row.id_kind && wordOf(idKindLabels, row.id_kind)),
    ...known('本人確認の方法', front?.identity_check && identityCheckLabels[front.identity_check]),
    ...known('本人確認', reliance && relianceText(reliance)),
    ...(own.length > 0 ? own.map(fileParagraph) : [text('承認された書類はありません。')]),
  ]
}

/** The text for a person whose identity another organisation has checked (D126). */
function relianceText(reliance: NonNullable<PackPerson['reliance']>): string {
  const { organisation, check, checked_on, id_kind, expires_on } = reliance
  return [
    `ほかの組織の確認による（${organisation}）。身分証明書の写しは、この組織が保管しています。`,
    [
      `確認日 ${day(checked_on)}`,
      check && identityCheckLabels[check],
      id_kind && wordOf(idKindLabels, id_kind),
      expires_on && `有効期限 ${day(expires_on)}`,
    ]
      .filter(Boolean)
      .join('、'),
  ].join('\n')
}

/** A copy in the pack: when it was decided on, where it is, and the hash of what it was made from. */
function fileParagraph({ row, path, masked }: PackedFile): PaperParagraph {
  const decided = row.decided_at && `承認 ${day(dayInJapan(row.decided_at))}`
  return fact(
    anyDocumentLabels[row.type],
    [
      [`提出 ${day(dayInJapan(row.uploaded_at))}`, decided].filter(Boolean).join('、'),
      path ?? 'ファイルを読み取れないため、含まれていません。',
      ...(masked ? [`原本のSHA-256 ${row.stored_sha256.toString('hex')}`] : []),
    ].join('\n'),
  )
}
