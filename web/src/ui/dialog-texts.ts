/** The words of every dialog. */
export interface DialogTexts {
  readonly close: string
  readonly discardTitle: string
  readonly discardText: string
  readonly keep: string
  readonly discard: string
  readonly failedTitle: string
  readonly failedText: string
}

export const dialogTexts: DialogTexts = {
  close: '閉じる',
  discardTitle: '入力した内容を破棄しますか',
  discardText: '閉じると、入力した内容は失われます。',
  keep: '編集を続ける',
  discard: '破棄する',
  failedTitle: '画面の一部を表示できませんでした',
  failedText:
    'ページに入力した内容はそのままです。もう一度お試しください。解消しない場合は、ページを開き直してください。',
}
