import type { AuditEntry } from '@kyc/contract/audit.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { ActionIcon, toneOf } from '../audit/action-icons.tsx'
import { resourceHref } from '../audit/entry-text.ts'
import { groupByPerson } from './activity-groups.ts'
import { activityText } from './activity-text.ts'
import classes from './dashboard.module.css'
import { Panel } from './Panel.tsx'

export interface ActivityListProps {
  activity: readonly AuditEntry[]
  /** False after a failed load: the list is then not empty but unknown. */
  known: boolean
}

/** The last ten changes visible to the account, as sentences under the account that acted. */
export function ActivityList({ activity, known }: ActivityListProps) {
  return (
    <Panel title="最近の動き" side={<AppLink href={paths.auditLogs()}>監査ログを見る</AppLink>}>
      {activity.length === 0 && (
        <p className={classes.calm}>
          {known ? '登録や審査の動きがここに表示されます' : '最近の動きを取得できませんでした'}
        </p>
      )}
      {groupByPerson(activity).map(({ key, name, entries }) => (
        <section key={key} className={classes.person}>
          <h3>{name === null ? 'システム' : `${name}さん`}</h3>
          <ul className={classes.lines}>
            {entries.map((entry) => (
              <li key={entry.id}>
                <span className={classes.lineIcon} data-tone={toneOf(entry.action)}>
                  <ActionIcon action={entry.action} />
                </span>
                <Sentence entry={entry} />
                <Timestamp at={entry.createdAt} listed />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Panel>
  )
}

function Sentence({ entry }: { entry: AuditEntry }) {
  const sentence = activityText(entry)
  const href = resourceHref(entry)
  if (!href || !entry.resourceName) return <p>{sentence.alone}</p>
  return (
    <p>
      <AppLink href={href}>{entry.resourceName}</AppLink>
      {sentence.afterName}
    </p>
  )
}
