import { documentTypeLabels } from '@kyc/contract/labels.ts'
import type { SealedPerformer } from '@kyc/contract/sealed-performers.ts'
import { formatBytes } from '../../../ui/format.ts'
import { Section } from '../../../ui/Section.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import classes from './sealed.module.css'

/** What a destroyed record had: the tombstone (D17). */
export function DestroyedDocuments({ documents }: { documents: SealedPerformer['destroyedDocuments'] }) {
  return (
    <Section title="破棄した書類">
      <div className={classes.body}>
        <p className={classes.note}>
          内容と書類は破棄され、復元できません。ハッシュ値（SHA-256）で、ほかに残るファイルが同じものか確かめられます。
        </p>
        {documents.length === 0 && <p>書類はありませんでした。</p>}
        <ul className={classes.destroyed}>
          {documents.map(({ type, version, uploadedAt, size, sha256 }) => (
            <li key={`${type} ${version}`}>
              <strong>
                {documentTypeLabels[type]}（第{version}版）
              </strong>
              <span className={classes.sub}>
                <Timestamp at={uploadedAt} /> 提出・{formatBytes(size)}
              </span>
              <code className={classes.hash}>{sha256}</code>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}
