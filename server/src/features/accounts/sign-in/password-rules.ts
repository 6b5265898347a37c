import { limits } from '@kyc/contract/limits.ts'
import { createOnce } from '../../../platform/jobs/create-once.ts'

/** The account that the password is for. */
export interface PasswordOwner {
  /** Null for an account without an address. */
  readonly email: string | null
  /** The name; while it is changed, the old and the new one. */
  readonly names: readonly string[]
}

/** Unicode form for comparison: keyboards and systems encode the same password differently. */
export function normalized(password: string): string {
  return password.normalize('NFKC')
}

/** The fault of a new password as a message for the user; undefined if the rules accept it. */
export async function faultOf(
  password: string,
  { email, names }: PasswordOwner,
  siteHost: string,
): Promise<string | undefined> {
  const { minimum, maximum } = limits.password
  if (!password.isWellFormed() || /\p{Cc}/u.test(password))
    return 'パスワードに使用できない文字が含まれています。'
  if (Array.from(normalized(password)).length < minimum) {
    return `パスワードは${minimum}文字以上で入力してください。`
  }
  if (password.length > maximum) return `パスワードは${maximum}文字以内で入力してください。`
  if (isMadeOf(password, [email ?? '', siteHost, ...names, ...productWords]))
    return 'メールアドレス、氏名、サービス名から作られたパスワードは使用できません。別のパスワードを入力してください。'
  if (await isCommon(password))
    return 'よく使われるパスワードのため使用できません。別のパスワードを入力してください。'
  return undefined
}

/** Names of the product and its subject, and the words of the demo password. */
const productWords = [
  '本人確認',
  '管理',
  'システム',
  '出演者',
  'honnin',
  'kakunin',
  'kanri',
  'system',
  'kyc',
  'ekyc',
  'identity',
  'verification',
  'performer',
  'demo',
  'パスワード',
  'password',
]

/** Whether at most a few digits remain when the words are removed, ignoring case, width and separators. */
function isMadeOf(password: string, texts: readonly string[]): boolean {
  const words = texts
    .flatMap((text) => [lettersOf(text), ...text.split(/[^\p{L}\p{N}]+/u).map(lettersOf)])
    .filter((word) => (/^[\x20-\x7e]*$/.test(word) ? word.length >= 3 : [...word].length >= 2))
    .sort((a, b) => b.length - a.length)
  const letters = lettersOf(password)
  const remainder = letters.replaceAll(new RegExp(words.join('|'), 'gu'), '')
  return remainder !== letters && remainder.length < limits.password.minimum && /^\p{N}*$/u.test(remainder)
}

function lettersOf(text: string): string {
  return normalized(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Whether it is a common password, possibly followed by up to five digits or signs. */
async function isCommon(password: string): Promise<boolean> {
  const common = await commonPasswords()
  const folded = normalized(password).toLowerCase()
  return common.has(folded) || common.has(folded.replace(/[^\p{L}]{1,5}$/u, ''))
}

/** Loaded on first use: most processes never need the list. */
const commonPasswords = createOnce(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
})
