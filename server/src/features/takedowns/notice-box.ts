import { decryptBox, encryptBox } from '../../platform/crypto/encrypted-box.ts'
import { Problem } from '../../platform/problem.ts'
import type { TakedownServices } from './takedown-services.ts'

type KeyServices = Pick<TakedownServices, 'takedownKeys' | 'unreadable'>

/** What was written in a request. */
export interface Notice {
  readonly text: string
  /** Where the sender can be reached, and its name. */
  readonly contact: string | null
}

/** The context of the boxes of a request, of its notice and of the reason why it is unfounded. */
export function noticeContext(id: string): string {
  return `takedown:${id}`
}

export function encryptNotice({ takedownKeys }: KeyServices, id: string, notice: Notice): Buffer {
  return encryptBox(takedownKeys, Buffer.from(JSON.stringify(notice)), noticeContext(id))
}

export function encryptReason({ takedownKeys }: KeyServices, id: string, reason: string): Buffer {
  return encryptBox(takedownKeys, Buffer.from(reason), noticeContext(id))
}

/** The notice of a request; empty once the record of its performer is destroyed. @throws Problem FILE_UNREADABLE */
export function decryptNotice(services: KeyServices, id: string, box: Buffer | null): Notice {
  if (box === null) return { text: '', contact: null }
  return JSON.parse(decryptText(services, id, box)) as Notice // written by encryptNotice
}

export function decryptReason(services: KeyServices, id: string, box: Buffer | null): string | null {
  return box && decryptText(services, id, box)
}

function decryptText({ takedownKeys, unreadable }: KeyServices, id: string, box: Buffer): string {
  const context = noticeContext(id)
  const text = unreadable.decrypt('secrets', context, () => decryptBox(takedownKeys, box, context))
  if (!text) throw new Problem('FILE_UNREADABLE', { fill: { id } })
  return text.toString('utf8')
}
