import { limits } from '@kyc/contract/limits.ts'

/** Whose password it is going to be. */
export interface PasswordOwner {
  /** Null for an account that gave up its address (D56). */
  readonly email: string | null
  /** One name, or several where it is being changed. */
  readonly names: readonly string[]
}

/** The same password typed on another keyboard or system may come in another form. */
export function normalized(password: string): string {
  return password.normalize('NFKC')
}

/** What is wrong with a new password, as a message for the user (D31). */
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
    return 'メールアドレス、お名前、サービス名から作られたパスワードは使用できません。別のパスワードを入力してください。'
  if (await isCommon(password))
    return 'よく使われるパスワードのため使用できません。別のパスワードを入力してください。'
  return undefined
}

/** How the product and what it is about are called, and the password of the demo accounts. */
const productWords = [
  ...['本人確認', '管理', 'システム', '出演者', 'honnin', 'kakunin', 'kanri', 'system', 'kyc', 'ekyc'],
  ...['identity', 'verification', 'performer', 'demo', 'パスワード', 'password'],
]

/** Whether nothing but a few digits remains once case, width, separators and the words are taken away. */
function isMadeOf(password: string, texts: readonly string[]): boolean {
  const words = texts
    .flatMap((text) => [lettersOf(text), ...text.split(/[^\p{L}\p{N}]+/u).map(lettersOf)])
    .filter((word) => (/^[\x20-\x7e]*$/.test(word) ? word.length >= 3 : [...word].length >= 2))
    .sort((a, b) => b.length - a.length)
  const letters = lettersOf(password)
  const rest = letters.replaceAll(new RegExp(words.join('|'), 'gu'), '')
  return rest !== letters && rest.length < limits.password.minimum && /^\p{N}*$/u.test(rest)
}

function lettersOf(text: string): string {
  return normalized(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Whether it is one of the commonest passwords, also with up to five digits or signs after it. */
async function isCommon(password: string): Promise<boolean> {
  const common = await commonPasswords()
  const folded = normalized(password).toLowerCase()
  return common.has(folded) || common.has(folded.replace(/[^\p{L}]{1,5}$/u, ''))
}

let loaded: Promise<ReadonlySet<string>> | undefined

/** Loaded with the first password that is chosen: most processes never need the list. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return loaded
}
