import type { Video } from '@kyc/contract/videos.ts'
import { paths } from '../../paths.ts'
import { formatCount } from '../../ui/format.ts'
import { ListTable, RowEye, RowLink } from '../../ui/ListTable.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import classes from './VideoTable.module.css'

export interface VideoTableProps {
  videos: readonly Video[]
  /** Admins see the owner (D2). */
  showOwner: boolean
}

export function VideoTable({ videos, showOwner }: VideoTableProps) {
  return (
    <ListTable
      caption="動画"
      head={
        <>
          <th>タイトル</th>
          <th className={classes.externalColumn}>外部ID</th>
          <th className={classes.countColumn}>出演者</th>
          <th className={classes.dateColumn}>登録日</th>
          {showOwner && <th className={classes.ownerColumn}>登録者</th>}
          <th className={classes.eyeColumn}>詳細</th>
        </>
      }
    >
      {videos.map((video) => (
        <VideoRow key={video.id} video={video} showOwner={showOwner} />
      ))}
    </ListTable>
  )
}

function VideoRow({ video, showOwner }: { video: Video; showOwner: boolean }) {
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
      {showOwner && (
        <td className={classes.ownerCell} data-label="登録者">
          {video.registeredBy ?? 'N/A'}
        </td>
      )}
      <td className={classes.eyeCell}>
        <RowEye href={href} label={`${video.title}の詳細`} />
      </td>
    </tr>
  )
}
