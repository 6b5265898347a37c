import { page, repeated, stamp, table } from './page.ts'
import { portraitPhoto } from './selfie.ts'

/** A receipt for electricity, as a proof of residence. It belongs to 渡邉 すみれ. */
export function utilityBill(): string {
  const rows = [
    ['ご契約番号', '00-0000-0000'],
    ['ご使用場所', '見本県見本市見本町3丁目9番10号'],
    ['ご使用期間', '9月1日 〜 9月30日（30日間）'],
    ['ご使用量', '000 kWh'],
    ['請求金額', '0,000 円'],
    ['領収日', '10月5日'],
  ]
  const lines = rows.map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`).join('')
  const { width, height } = portraitPhoto
  return page(
    width,
    height,
    `${table(width, height)}<div class="sheet"><svg class="mark" width="940" height="1290">${repeated(940, 1290, 30, 0.09)}</svg>
      <h1>電気ご使用量・領収証（見本）</h1><p class="to">渡邉 すみれ 様</p>
      <table>${lines}</table><p class="small">上記の金額を領収いたしました。<br>見本電力株式会社（架空の会社です）　見本支店</p>
      <svg class="mark" width="940" height="1290">${stamp(700, 1170, 92)}</svg></div>`,
    `.sheet{position:absolute;left:130px;top:105px;width:940px;height:1290px;padding:90px 84px;background:#fbfaf5;transform:rotate(1.2deg);box-shadow:12px 16px 12px rgba(40,34,28,.5)}
     .mark{position:absolute;inset:0} h1{font-size:44px;border-bottom:4px solid #55799b;padding-bottom:22px}
     .to{font-size:44px;font-weight:700;margin:52px 0} .small{font-size:30px;line-height:1.7;margin-top:60px}
     table{position:relative;width:100%;border-collapse:collapse;font-size:33px} th,td{border:2px solid #8796a4;padding:20px 24px;text-align:left} th{width:270px;font-weight:400;background:#e6edf3}`,
  )
}
