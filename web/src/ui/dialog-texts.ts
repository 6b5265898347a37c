/** The words of every dialog. */
export interface DialogTexts {
  readonly close: string
  readonly discardTitle: string
  readonly discardText: string
  readonly keep: string
  readonly discard: string
}

export const dialogTexts: DialogTexts = {
  close: '閉じる',
  discardTitle: '入力した内容を破棄しますか',
  discardText: '閉じると、入力した内容は失われます。',
  keep: '編集を続ける',
  discard: '破棄する',
}
