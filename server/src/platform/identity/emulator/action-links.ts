import { z } from 'zod'

const codesSchema = z.object({
  oobCodes: z
    .array(
      z.object({ email: z.string().optional(), requestType: z.string(), oobCode: z.string() }).transform(
        (code) => code, // unknown fields are left out
      ),
    )
    .default([]),
})

const modes: Readonly<Record<string, string>> = {
  PASSWORD_RESET: 'resetPassword',
  VERIFY_EMAIL: 'verifyEmail',
  EMAIL_SIGNIN: 'signIn',
}

/** What the provider would have sent by mail, with links that lead to our own page as those of a real project do. */
export function actionLinks(answer: unknown, origin: string): unknown {
  const { oobCodes } = codesSchema.parse(answer)
  return {
    oobCodes: oobCodes.map((code) => {
      const query = new URLSearchParams({
        mode: modes[code.requestType] ?? code.requestType,
        oobCode: code.oobCode,
      })
      return { ...code, oobLink: `${origin}/auth/action?${query}` }
    }),
  }
}
