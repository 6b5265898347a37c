import type { HiddenPart } from '@kyc/contract/masks.ts'
import { type DialogTexts, dialogTexts } from '../../../ui/Dialog.tsx'

export interface RedactionTexts {
  readonly dialog: DialogTexts
  readonly title: string
  /** Below the title, for a touch screen or a mouse. */
  readonly intro: string
  readonly keys: string
  readonly add: string
  readonly remove: string
  readonly undo: string
  readonly picture: string
  readonly box: (number: number) => string
  readonly count: (boxes: number) => string
  readonly cancel: string
  readonly done: string
  readonly busy: string
  readonly failed: string
  readonly hide: (part: HiddenPart) => string
}

const parts: Readonly<Record<HiddenPart, { ja: string; en: string }>> = {
  organ_donation: { ja: '臓器提供の意思の欄', en: 'the organ donation section' },
  domicile: { ja: '本籍', en: 'the registered domicile' },
  domicile_and_number: {
    ja: '個人番号と本籍',
    en: 'the individual number (My Number) and the registered domicile',
  },
}

const ja: RedactionTexts = {
  dialog: dialogTexts,
  title: '見せたくない部分を隠す',
  intro: '画像の上をなぞると、黒い四角で隠せます。四角は動かしたり、角を引いて大きさを変えたりできます。',
  keys: '矢印キーで移動、Shift＋矢印キーで大きさの変更、Deleteで削除、Nで追加、Ctrl＋Zで元に戻す',
  add: '四角を追加',
  remove: '四角を削除',
  undo: '元に戻す',
  picture: '隠す前の画像',
  box: (number) => `隠す部分${number}`,
  count: (boxes) => (boxes === 0 ? '隠す部分を選んでください' : `${boxes}か所を隠します`),
  cancel: 'キャンセル',
  done: '隠して保存',
  busy: '処理中...',
  failed: '画像を処理できませんでした。',
  hide: (part) => `${parts[part].ja}が写っているときは、隠してください。`,
}

const en: RedactionTexts = {
  dialog: {
    close: 'Close',
    discardTitle: 'Discard your changes?',
    discardText: 'Your changes are lost if you close this window.',
    keep: 'Keep editing',
    discard: 'Discard',
  },
  title: 'Hide parts of the picture',
  intro:
    'Draw a black box over anything that should not be seen. Drag a box to move it, or a corner to resize it.',
  keys: 'Arrow keys move, Shift + arrow keys resize, Delete removes, N adds, Ctrl + Z undoes',
  add: 'Add a box',
  remove: 'Remove the box',
  undo: 'Undo',
  picture: 'The picture before parts are hidden',
  box: (number) => `Hidden part ${number}`,
  count: (boxes) => (boxes === 0 ? 'Choose what to hide' : `${boxes} hidden`),
  cancel: 'Cancel',
  done: 'Hide and save',
  busy: 'Working...',
  failed: 'The picture could not be processed.',
  hide: (part) => `If ${parts[part].en} is visible, please hide it.`,
}

/** The texts of the tool, also in English for the page of the performer. */
export const redactionTexts = { ja, en } as const
