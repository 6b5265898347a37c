import type { Video } from '@kyc/contract/videos.ts'
import { paths } from '../../paths.ts'
import { OwnerNames, ownerLabels } from '../../session/OwnerNames.tsx'
import type { NamedOwner } from '../../session/use-organisations.ts'
import { formatCount } from '../../ui/format.ts'
import { ListTable, RowEye, RowLink } from '../../ui/ListTable.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import classes from './VideoTable.module.css'

export interface VideoTableProps {
  videos: readonly Video[]
  owner: NamedOwner
}

export function VideoTable({ videos, owner }: VideoTableProps) {
  return (
    <ListTable
      caption="動画"
      head={
        <>
          <th>タイトル</th>
          <th className={classes.externalColumn}>外部ID</th>
          <th className={classes.countColumn}>出演者</th>
          <th className={classes.dateColumn}>登録日</th>
          {owner && <th className={classes.ownerColumn}>{ownerLabels[owner]}</th>}
          <th className={classes.eyeColumn}>詳細</th>
        </>
      }
    >
      {videos.map((video) => (
        <VideoRow key={video.id} video={video} owner={owner} />
      ))}
    </ListTable>
  )
}

function VideoRow({ video, owner }: { video: Video; owner: NamedOwner }) {
  const href = paths.video(video.id)
  return (
    <tr className={classes.row}>
      <td className={classes.titleCell}>
        <RowLink href={href}>{video.title}</RowLink>
      </td>
      <td className={classes.externalCell} data-label="外部ID">
        {video.externalId ?? <span className={text.missing}>なし</span>}
      </td>
      <td className={classes.countCell}>{formatCount(video.performerCount)}名</td>
      <td className={classes.dateCell} data-label="登録日">
        <Timestamp listed at={video.createdAt} precision="day" />
      </td>
      {owner && (
        <td className={classes.ownerCell} data-label={ownerLabels[owner]}>
          <span>
            <OwnerNames record={video} owner={owner} />
          </span>
        </td>
      )}
      <td className={classes.eyeCell}>
        <RowEye href={href} label={`${video.title}の詳細`} />
      </td>
    </tr>
  )
}
