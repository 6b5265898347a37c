import type { LetterPart } from './letter.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo } from './send-letter.ts'

/** The lines of a mail that an organisation causes: who sends it, at whose request, and how to report it. */
export function onRequest(services: Pick<MailServices, 'config'>, act: '依頼' | '招待'): LetterPart[] {
  const instead = act === '依頼' ? '書類を提出せず' : '招待を受けず'
  return [
    `このメールは、依頼元の組織からの依頼により、本人確認管理システムの運営者が送信しています。お心当たりのない場合や、依頼元に不審な点がある場合は、${instead}、次のページからお知らせください。`,
    { link: linkTo(services, '/contact'), label: `不審な${act}を知らせる` },
  ]
}
