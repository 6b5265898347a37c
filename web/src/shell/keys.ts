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
  { title: '出演者一覧', keys: [{ keys: ['/'], does: '検索欄へ移動' }] },
]
