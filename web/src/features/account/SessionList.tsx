import type { SessionInfo } from '@kyc/contract/users.ts'
import { IconDeviceDesktop } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './account.module.css'

export interface SessionListProps {
  sessions: readonly SessionInfo[]
  /** The button of a session. */
  action?: (session: SessionInfo) => ReactNode
}

/** Sessions with device, IP address and times. */
export function SessionList({ sessions, action }: SessionListProps) {
  return (
    <ul className={classes.list}>
      {sessions.map((session) => (
        <li key={session.id} className={classes.row}>
          <IconDeviceDesktop className={classes.rowIcon} size={20} aria-hidden />
          <div className={classes.rowText}>
            <span className={classes.rowTitle}>
              {session.device}
              {session.current && <StateBadge tone="ok">この端末</StateBadge>}
            </span>
            <span className={classes.rowNote}>IPアドレス {session.ip ?? '不明'}</span>
            <span className={classes.rowNote}>
              <span className={classes.time}>
                ログイン <Timestamp at={session.signedInAt} />
              </span>
              <span className={classes.time}>
                最終アクセス <Timestamp at={session.lastSeenAt} />
              </span>
            </span>
          </div>
          {action?.(session)}
        </li>
      ))}
    </ul>
  )
}
