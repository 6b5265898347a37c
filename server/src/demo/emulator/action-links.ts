import { z } from 'zod'
import type { Mail } from '../../platform/mail/mail.ts'

const codesSchema = z.object({
  oobCodes: z
    .array(z.object({ email: z.string().optional(), requestType: z.string(), oobCode: z.string() }))
    .default([]),
})

/** A link that the provider would send by mail. */
export interface ActionLink {
  readonly email?: string | undefined
  readonly requestType: string
  readonly oobCode: string
  readonly oobLink: string
}

const modes: Readonly<Record<string, string>> = {
  PASSWORD_RESET: 'resetPassword',
  VERIFY_EMAIL: 'verifyEmail',
  EMAIL_SIGNIN: 'signIn',
}

/** The pending links of the emulator, oldest first. They lead to our own page. */
export function actionLinks(response: unknown, origin: string): ActionLink[] {
  const { oobCodes } = codesSchema.parse(response)
  return oobCodes.map(({ email, requestType, oobCode }) => {
    const query = new URLSearchParams({ mode: modes[requestType] ?? requestType, oobCode })
    return { email, requestType, oobCode, oobLink: `${origin}/auth/action?${query}` }
  })
}

/** The provider's mail for a new password. Other links have no page. */
export function actionMail({ email, requestType, oobLink }: ActionLink): Mail | undefined {
  if (email === undefined || requestType !== 'PASSWORD_RESET') return undefined
  const subject = '【動画サービス】パスワードの再設定'
  const lines = ['次のリンクを開いて、動画サービスの新しいパスワードを設定してください。', oobLink]
  // The link contains only letters, digits and separators of a query.
  const href = oobLink.replaceAll('&', '&amp;')
  const html = `<p>${lines[0]}</p><p><a href="${href}">${href}</a></p>`
  return { to: email, subject, text: `${lines.join('\n\n')}\n`, html }
}
