/** Keyboard shortcuts, as listed in the `?` dialog. */
export const keyGroups: readonly {
  readonly title: string
  readonly keys: readonly { readonly keys: readonly string[]; readonly effect: string }[]
}[] = [
  {
    title: 'どの画面でも',
    keys: [
      { keys: ['?'], effect: 'この一覧を開く' },
      { keys: ['Ctrl', 'K'], effect: '出演者・動画を検索' },
      { keys: ['Tab'], effect: '次の項目へ移動' },
      { keys: ['Shift', 'Tab'], effect: '前の項目へ移動' },
      { keys: ['Enter'], effect: 'リンクやボタンを実行' },
      { keys: ['Esc'], effect: 'ダイアログやメニューを閉じる' },
    ],
  },
  { title: '検索欄のある画面', keys: [{ keys: ['/'], effect: '検索欄へ移動' }] },
  {
    title: '書類の表示',
    keys: [
      { keys: ['←', '→'], effect: '前後の書類へ移動' },
      { keys: ['J', 'K'], effect: '前後の書類へ移動（拡大中も）' },
      { keys: ['+', '-'], effect: '拡大・縮小' },
      { keys: ['0'], effect: '元の大きさに戻す' },
      { keys: ['E'], effect: '回転' },
      { keys: ['F'], effect: '全画面' },
    ],
  },
]
