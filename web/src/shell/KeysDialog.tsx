import { Group, Kbd, Title } from '@mantine/core'
import { Dialog } from '../ui/Dialog.tsx'
import { singleKeysOn } from '../ui/single-keys.ts'
import classes from './KeysDialog.module.css'

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="キーボード操作" size={760} onClose={onClose}>
      <p>
        {singleKeysOn()
          ? '1文字のキー操作は「アカウント」でオフにできます。'
          : '1文字のキー操作はオフになっています。「アカウント」でオンに戻せます。'}
      </p>
      <div className={classes.groups}>
        {keyGroups.map((group) => (
          <section key={group.title} className={classes.group}>
            <Title order={3} mb={4}>
              {group.title}
            </Title>
            <dl>
              {group.keys.map((entry) => (
                <Group key={entry.effect} wrap="nowrap" mih={36} className={classes.key}>
                  <Group component="dt" gap={4} w={100} flex="none">
                    {entry.keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </Group>
                  <dd>{entry.effect}</dd>
                </Group>
              ))}
            </dl>
          </section>
        ))}
      </div>
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
    title: '審査',
    keys: [
      { keys: ['A'], effect: '表示している書類を承認' },
      { keys: ['R'], effect: '表示している書類を差し戻す' },
      { keys: ['Z'], effect: '直前の判断を取り消す（10秒以内）' },
      { keys: ['D'], effect: '書類の日付を入力する' },
      { keys: ['1', '–', '7'], effect: '書類を選ぶ' },
      {
        keys: ['1', '–', '9'],
        effect: '確認項目のボタンを選んでいるときは、その番号の項目を「問題あり」にする',
      },
      { keys: ['PageDown', '↓'], effect: 'PDFの続きを表示' },
      { keys: ['M'], effect: '拡大鏡' },
      { keys: ['J', 'K'], effect: '審査の画面で、次・前の出演者へ移動' },
      { keys: ['N'], effect: '管理者用メモを書く' },
      { keys: ['G'], effect: '審査待ちを絞り込む' },
      { keys: ['Esc'], effect: '入力欄を離れる（入力中は1文字のキー操作は働きません）' },
    ],
  },
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
