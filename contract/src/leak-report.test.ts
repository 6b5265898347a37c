import { expect, test } from 'vitest'
import { type LeakFacts, leakClocks, leakReport } from './leak-report.ts'

const facts: LeakFacts = {
  account: { name: '見本 太郎' },
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-02T08:30:00.000Z',
  knownOn: '2026-11-20',
  ...{ performers: 1234, opened: 1200, archives: 1, acted: 34, exports: 2 },
  documents: [{ type: 'idFront', performers: 800, opened: 901, downloaded: 12 }],
}

test.each([
  ['2026-11-20', '2026-11-23', '2026-11-25', '2026-12-20', '2027-01-19'],
  ['2028-02-28', '2028-03-02', '2028-03-04', '2028-03-29', '2028-04-28'],
])('the day on which a leak became known is not counted: %s', (knownOn, from, until, final, wrongful) => {
  expect(leakClocks(knownOn)).toEqual({ prompt: { from, until }, final, finalIfWrongful: wrongful })
})

test('the report has the nine items of the ordinance in their order, the counts, and blanks for the rest', () => {
  const text = leakReport('prompt', facts)
  expect([...text.matchAll(/^\d\. (.*)$/gm)].map(([, title]) => title)).toEqual([
    '概要',
    '漏えい等が発生し、又は発生したおそれがある個人データの項目',
    '漏えい等が発生し、又は発生したおそれがある個人データに係る本人の数',
    '原因',
    '二次被害又はそのおそれの有無及びその内容',
    '本人への対応の実施状況',
    '公表の実施状況',
    '再発防止のための措置',
    'その他参考となる事項',
  ])
  expect(text).toContain('1,234名')
  expect(text).toContain('2026年11月1日 09:00から2026年11月2日 17:30まで')
  expect(text).toContain('書類「身分証明書表面」：800名（表示 901回、ダウンロード 12回）')
  expect(text).toContain('2026年11月23日から2026年11月25日まで')
  expect(text).toContain('法的な助言ではありません')
  expect(text.match(/【/g)?.length).toBeGreaterThan(9)
})

test('the final report states both last days', () => {
  expect(leakReport('final', facts)).toContain(
    '30日以内（2026年12月20日）。不正の目的によるおそれがあるときは60日以内（2027年1月19日）',
  )
})
