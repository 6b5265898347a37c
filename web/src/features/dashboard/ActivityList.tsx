import type { AuditEntry } from '@kyc/contract/audit.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { ActionIcon, toneOf } from '../audit/action-icons.tsx'
import { resourceHref } from '../audit/entry-text.ts'
import { activityText } from './activity-text.ts'
import classes from './dashboard.module.css'
import { Panel } from './Panel.tsx'

/** The last ten entries visible to the account, as sentences. */
export function ActivityList({ activity }: { activity: readonly AuditEntry[] }) {
  return (
    <Panel title="最近の動き" side={<AppLink href={paths.auditLogs()}>監査ログを見る</AppLink>}>
      {activity.length === 0 ? (
        <p className={classes.calm}>登録や審査の動きがここに表示されます</p>
      ) : (
        <ul className={classes.activity}>
          {activity.map((entry) => (
            <li key={entry.id}>
              <span className={classes.activityIcon} data-tone={toneOf(entry.action)}>
                <ActionIcon action={entry.action} />
              </span>
              <Sentence entry={entry} />
              <Timestamp at={entry.createdAt} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Sentence({ entry }: { entry: AuditEntry }) {
  const sentence = activityText(entry)
  const href = resourceHref(entry)
  return (
    <p>
      {entry.user && (
        <>
          <b>{entry.user.name}</b>さんが
        </>
      )}
      {href && entry.resourceName ? (
        <>
          <AppLink href={href}>{entry.resourceName}</AppLink>
          {sentence.afterName}
        </>
      ) : (
        sentence.alone
      )}
    </p>
  )
}
