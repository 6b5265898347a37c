import { repeated, serif, stamp } from './page.ts'

interface Paper {
  /** Which pen, company and day. */
  readonly variant: number
  readonly signed: boolean
}

/** The day of signature; before any day on which the demo can be started. */
const signedOn = ['2026年4月10日', '2026年5月22日']
const makers = ['見本映像制作', '例示プロダクション']

/** A consent to appear, on two pages. Who signed can't be read from the signature, so that the paper suits anybody. */
export function agreement(paper: Paper): string {
  const maker = `株式会社${makers[paper.variant - 1]}（見本）`
  const sheets = [
    sheet(
      1,
      `<h1>出 演 同 意 書 <small>（見本）</small></h1>
       <p class="day">${signedOn[paper.variant - 1]}</p>
       <p class="to">${maker}　御中</p>
       <p>私は、貴社（以下「甲」といいます。）が制作する映像作品（以下「本作品」といいます。）への出演にあたり、下記の各条項の説明を受け、その内容を理解したうえで、自らの自由な意思により出演に同意します。以下、本書末尾に署名した者を「乙」といいます。</p>
       ${firstArticles.map(article).join('')}`,
    ),
    sheet(2, `${secondArticles.map(article).join('')}${signature(paper, maker)}`),
  ]
  return `<!doctype html><html lang="ja"><meta charset="utf-8"><title>出演同意書（見本）</title><style>${css}</style>${sheets.join('')}</html>`
}

type Article = readonly [heading: string, ...paragraphs: string[]]

const firstArticles: readonly Article[] = [
  [
    '第1条（目的）',
    '本書は、乙が本作品に出演するにあたっての条件を定め、乙の権利と利益を守ることを目的とします。',
  ],
  [
    '第2条（本作品の内容）',
    '本作品の題名、内容、撮影の予定日および場所は、別紙「出演概要書（見本）」に記載のとおりとします。',
    '甲は、撮影の前に、出演の内容を乙に書面で示し、説明しなければなりません。',
  ],
  [
    '第3条（本人確認）',
    '乙は、甲に対し、氏名、生年月日および顔写真の記載された公的な身分証明書を提示します。',
    '甲は、乙が満18歳以上であることを確認し、その記録を法令の定める期間、適切に保管します。',
  ],
  [
    '第4条（撮影）',
    '乙は、撮影の途中であっても、いつでも理由を問わず、撮影の中止を求めることができます。',
    '甲は、乙の安全と健康に配慮し、乙が明示して同意していない行為を求めてはなりません。',
  ],
  [
    '第5条（出演料）',
    '甲は、乙に対し、別紙に定める出演料を、撮影の終了した日の属する月の翌月末日までに、乙の指定する口座に振り込む方法により支払います。',
  ],
  [
    '第6条（肖像および実演の利用）',
    '乙は、本作品およびその宣伝に必要な範囲で、乙の肖像および実演を甲が利用することを許諾します。',
    '前項の範囲を超える利用については、甲は、あらかじめ乙の書面による同意を得なければなりません。',
  ],
]

const secondArticles: readonly Article[] = [
  [
    '第7条（公表）',
    '甲は、本作品の公表に先立ち、乙に映像を確認する機会を与えます。',
    '甲は、法令の定める期間を経過するまで、本作品を公表しません。',
  ],
  [
    '第8条（同意の撤回および解除）',
    '乙は、法令の定めるところにより、この同意を撤回し、または契約を解除することができます。',
    '甲は、乙が撤回または解除したことを理由として、損害の賠償その他の不利益を求めません。',
  ],
  [
    '第9条（個人情報の取扱い）',
    '甲は、乙から取得した個人情報を、本人確認、連絡、出演料の支払および法令上の記録の目的にのみ利用します。',
    '甲は、乙の書面による同意または法令に基づく場合を除き、個人情報を第三者に提供しません。',
  ],
  [
    '第10条（反社会的勢力の排除）',
    '甲および乙は、自らが反社会的勢力に該当せず、将来も該当しないことを表明します。',
  ],
  [
    '第11条（協議および管轄）',
    '本書に定めのない事項は、甲乙が誠実に協議して定めます。本書に関する紛争は、見本地方裁判所を管轄裁判所とします。',
  ],
]

function article([heading, ...paragraphs]: Article): string {
  const items = paragraphs.map((paragraph) => `<li>${paragraph}</li>`).join('')
  return `<h2>${heading}</h2>${paragraphs.length > 1 ? `<ol>${items}</ol>` : `<p>${paragraphs[0]}</p>`}`
}

const pens = [
  'M4 44C18 8 34 4 30 30s-22 34-14 8 44-34 36-4 16 14 26-8 20-18 18 4 18 12 28-10 22-14 20 8 24 12 34-12 26-12 26 4 16 8 34-4',
  'M6 20C30 14 40 16 22 46M12 34c20-10 40-12 52-6M70 12c-6 18-6 30 4 36 16-6 22-22 16-32M110 14c-4 16-6 26-2 36M128 22c22-8 34 2 22 16s-26 10-18-8M172 10c0 20 2 30 6 42m-20-24c20-6 34-6 46-4',
]

function signature(paper: Paper, maker: string): string {
  const ink = paper.signed
    ? `<svg width="230" height="58" viewBox="0 0 230 58" fill="none" stroke="#1f2f55" stroke-width="2.6" stroke-linecap="round"><path d="${pens[paper.variant - 1]}"/></svg>`
    : ''
  const seal = `<svg class="seal" width="52" height="52" viewBox="0 0 52 52"><circle cx="26" cy="26" r="23" fill="none" stroke="#c0352b" stroke-width="2.5"/><text x="26" y="33" font-size="18" text-anchor="middle" fill="#c0352b">見本</text></svg>`
  return `<p class="closing">以上の各条項に同意した証として、本書に署名します。</p>
    <table>
      <tr><th>署名日</th><td>${paper.signed ? signedOn[paper.variant - 1] : '　　　　年　　月　　日'}</td></tr>
      <tr><th>乙　住所</th><td>${paper.signed ? '見本県見本市見本町（以下、身分証明書の記載のとおり）' : ''}</td></tr>
      <tr><th>乙　署名</th><td class="ink">${ink}${paper.signed ? seal : ''}</td></tr>
      <tr><th>甲</th><td>見本県見本市例示町1丁目2番3号<br>${maker}　代表取締役　見本 太郎 ${seal}</td></tr>
    </table>
    <p class="note">この書類は動作確認用の見本です。会社名・人名・住所は架空のもので、法律上の効力はありません。</p>`
}

function sheet(number: number, body: string): string {
  const mark = number === 1 ? stamp(142, 132, 50) : stamp(610, 560, 62)
  return `<section>
    <svg class="mark" width="794" height="1122" viewBox="0 0 794 1122">${repeated(794, 1122, 26, 0.09)}</svg>
    ${body}<footer>出演同意書（見本）　${number} / 2</footer>
    <svg class="mark" width="794" height="1122" viewBox="0 0 794 1122">${mark}</svg>
  </section>`
}

const css = `
  @page { size: A4; margin: 0; }
  * { box-sizing: border-box; margin: 0; text-wrap: pretty; }
  body { font: 14px/1.85 ${serif}; color: #1c232b; }
  section { position: relative; width: 210mm; height: 296.8mm; padding: 22mm 24mm 20mm; overflow: hidden; break-after: page; }
  section:last-of-type { break-after: auto; }
  .mark { position: absolute; inset: 0; }
  h1, h2, th { font-weight: 400; }
  h1 { font-size: 27px; text-align: center; letter-spacing: .1em; }
  h1 small { font-size: 16px; font-weight: 400; }
  .day { text-align: right; margin-top: 22px; }
  .to { margin: 12px 0 18px; font-size: 16px; }
  h2 { font-size: 16px; margin-top: 15px; }
  ol { padding-left: 1.9em; }
  .closing { margin-top: 34px; }
  table { width: 100%; border-collapse: collapse; margin-top: 14px; }
  th, td { border: 1px solid #6b7683; padding: 9px 14px; text-align: left; vertical-align: middle; height: 46px; }
  th { width: 110px; font-weight: 400; background: rgba(230,234,240,.6); }
  .ink { height: 76px; }
  .ink svg, td svg { vertical-align: middle; }
  .seal { margin-left: 24px; }
  .note { margin-top: 26px; font-size: 12px; color: #4e5965; }
  footer { position: absolute; left: 0; right: 0; bottom: 11mm; text-align: center; font-size: 12px; color: #4e5965; }
`
