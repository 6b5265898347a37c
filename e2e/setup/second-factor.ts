import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

const period = 30

/**
 * An authenticator app. The server accepts the code of each period once, also that of the next period, so two codes are
 * available at any time.
 */
export class AuthenticatorApp {
  readonly #totp: TOTP
  #last = 0

  constructor(key: string) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(key.replace(/\s/g, '')), period })
  }

  /** An unused code. */
  code(): string {
    this.#last = Math.max(Math.floor(Date.now() / 1000 / period), this.#last + 1)
    return this.#totp.generate({ timestamp: this.#last * period * 1000 })
  }
}

export interface Enrolled {
  readonly app: AuthenticatorApp
  readonly recoveryCodes: readonly string[]
}

/** Sets up an authenticator app on the open page with the key below the QR code. */
export async function setUpAuthenticator(page: Page): Promise<Enrolled> {
  await page.getByRole('button', { name: '設定する', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '認証アプリの設定' })
  await expect(dialog.getByRole('img', { name: '認証アプリに登録するQRコード' })).toBeVisible()
  const app = new AuthenticatorApp(await dialog.getByRole('code').innerText())
  await codeField(page).fill(app.code())
  await dialog.getByRole('button', { name: '設定する', exact: true }).click()
  return { app, recoveryCodes: await readRecoveryCodes(page) }
}

/** Reads the recovery codes, which are shown once, and closes the dialog. */
export async function readRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'リカバリーコード' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  await dialog.getByRole('button', { name: '控えたので閉じる' }).click()
  await expect(dialog).toBeHidden()
  return codes
}

export function codeField(page: Page) {
  return page.getByRole('textbox', { name: '確認コード（6桁）' })
}

/** Adds a passkey device to the browser of `page` that confirms every request. */
export async function plugInPasskeyDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
