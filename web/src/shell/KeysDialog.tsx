import { Dialog } from '../ui/Dialog.tsx'
import { Kbd } from '../ui/mantine/Kbd.ts'
import { singleKeysOn } from '../ui/single-keys.ts'
import classes from './KeysDialog.module.css'

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="キーボード操作" onClose={onClose}>
      <p>
        {singleKeysOn()
          ? '1文字のキー操作は「アカウント」でオフにできます。'
          : '1文字のキー操作はオフになっています。「アカウント」でオンに戻せます。'}
      </p>
      {keyGroups.map((group) => (
        <section key={group.title} className={classes.group}>
          <h3>{group.title}</h3>
          <dl>
            {group.keys.map((entry) => (
              <div key={entry.effect}>
                <dt>
                  {entry.keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dt>
                <dd>{entry.effect}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}

/** Keyboard shortcuts, as listed in the `?` dialog. */
const keyGroups: readonly {
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
