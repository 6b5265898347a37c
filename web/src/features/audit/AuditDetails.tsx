import type { AuditEntry } from '@kyc/contract/audit.ts'
import { auditFieldLabel } from '@kyc/contract/audit-fields.ts'
import { changesOf, factsOf, unreadableText } from '@kyc/contract/audit-words.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { ActionIcon, toneOf } from './action-icons.tsx'
import classes from './audit.module.css'
import { entryTitle, resourceHref, resourceText, userText } from './entry-text.ts'

/** One entry: facts, old and new values side by side, and the raw JSON (D40). */
export function AuditDetails({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      size={640}
      title={
        <span className={classes.detailsTitle} data-tone={toneOf(entry.action)}>
          <ActionIcon action={entry.action} size={20} />
          {entryTitle(entry.action, entry.resourceType)}
        </span>
      }
    >
      {entry.unreadable && (
        <p className={classes.unreadable}>
          {unreadableText(entry.id)}。データが破損しています。システムの管理者にご連絡ください。
        </p>
      )}
      <Facts entry={entry} />
      <Changes entry={entry} />
      <RawJson entry={entry} />
    </Dialog>
  )
}

function Facts({ entry }: { entry: AuditEntry }) {
  const resource = resourceText(entry)
  const { isSuperadmin } = useSession()
  const href = resourceHref(entry, isSuperadmin)
  return (
    <dl className={classes.facts}>
      <Fact label="日時（JST）">
        <Timestamp at={entry.createdAt} precision="second" />
      </Fact>
      <Fact label="ユーザー">{userText(entry)}</Fact>
      <Fact label="対象">{href ? <AppLink href={href}>{resource.name}</AppLink> : resource.name}</Fact>
      <Fact label="IPアドレス">{entry.ipAddress ?? '—'}</Fact>
      {factsOf(entry.details)
        .filter(({ key }) => auditFieldLabel(key) !== undefined)
        .map(({ key, label, value }) => (
          <Fact key={key} label={label}>
            {value}
          </Fact>
        ))}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Changes({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry.details)
  if (changes.length === 0) return null
  return (
    <section>
      <h3 className={classes.sectionTitle}>変更内容</h3>
      <table className={classes.changes}>
        <thead>
          <tr>
            <th scope="col">項目</th>
            <th scope="col">変更前</th>
            <th scope="col">変更後</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.field}>
              <th scope="row">{change.label}</th>
              <td>{change.before}</td>
              <td>
                <IconArrowRight className={classes.arrow} size={16} aria-hidden />
                <b>{change.after}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function RawJson({ entry }: { entry: AuditEntry }) {
  const json = JSON.stringify(entry, null, 2)
  return (
    <section>
      <h3 className={classes.sectionTitle}>
        元データ（JSON）
        <CopyButton value={json} label="元データをコピー" />
      </h3>
      <pre className={classes.json}>{json}</pre>
    </section>
  )
}
