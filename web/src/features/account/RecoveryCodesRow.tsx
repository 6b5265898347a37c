import { IconKey } from '../../ui/icons.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { attentionIcon, StateBadge } from '../../ui/StateBadge.tsx'
import classes from './account.module.css'

/** At this number or below, the row is marked. */
const lowCount = 3

export function RecoveryCodesRow({ left, onRenew }: { left: number; onRenew: () => void }) {
  return (
    <div className={classes.row}>
      <IconKey className={classes.rowIcon} size={20} aria-hidden />
      <div className={classes.rowText}>
        <h3 className={classes.rowTitle}>
          リカバリーコード
          {left <= lowCount && (
            <StateBadge tone="wait" icon={attentionIcon}>
              {left === 0 ? '残りなし' : '残りわずか'}
            </StateBadge>
          )}
        </h3>
        <p className={classes.rowNote}>
          認証アプリやパスキーを使えないときに、1回ずつ使えます。残り{left}個。
        </p>
      </div>
      <Button variant="default" onClick={onRenew}>
        再発行
      </Button>
    </div>
  )
}
