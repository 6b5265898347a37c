import { Dialog } from '../ui/Dialog.tsx'
import { Kbd } from '../ui/mantine/Kbd.ts'
import { singleKeysOn } from '../ui/single-keys.ts'
import classes from './KeysDialog.module.css'
import { keyGroups } from './keys.ts'

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
