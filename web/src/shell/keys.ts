/** What the keys do, as the dialog of `?` lists it. */
export const keyGroups: readonly {
  readonly title: string
  readonly keys: readonly { readonly keys: readonly string[]; readonly does: string }[]
}[] = [
  {
    title: 'どの画面でも',
    keys: [
      { keys: ['?'], does: 'この一覧を開く' },
      { keys: ['Tab'], does: '次の項目へ移動' },
      { keys: ['Shift', 'Tab'], does: '前の項目へ移動' },
      { keys: ['Enter'], does: 'リンクやボタンを実行' },
      { keys: ['Esc'], does: 'ダイアログやメニューを閉じる' },
    ],
  },
  { title: '出演者一覧・動画', keys: [{ keys: ['/'], does: '検索欄へ移動' }] },
  {
    title: '書類の表示',
    keys: [
      { keys: ['←', '→'], does: '前後の書類へ移動' },
      { keys: ['+', '-'], does: '拡大・縮小' },
      { keys: ['0'], does: '元の大きさに戻す' },
      { keys: ['E'], does: '回転' },
      { keys: ['F'], does: '全画面' },
    ],
  },
]
