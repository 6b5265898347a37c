import type { HiddenPart } from '@kyc/contract/masks.ts'
import { type DialogTexts, dialogTexts } from '../../../ui/dialog-texts.ts'
import { hiddenPartText } from './hidden-part-text.ts'

export interface RedactionTexts {
  readonly dialog: DialogTexts
  readonly title: string
  /** Explains the tool for a touch screen or a mouse, below the title. */
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

export const redactionTextsJa: RedactionTexts = {
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
  hide: hiddenPartText,
}
