import type { Video } from '@kyc/contract/videos.ts'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { formatCount } from '../../ui/format.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './VideoTable.module.css'

export interface VideoTableProps {
  videos: readonly Video[]
  /** Admins see who registered each (D2). */
  showOwner: boolean
}

/** One row each; below 768 px one card each, by style alone. */
export function VideoTable({ videos, showOwner }: VideoTableProps) {
  return (
    <table className={classes.table}>
      <caption className={classes.hidden}>動画</caption>
      <thead>
        <tr>
          <th>タイトル</th>
          <th className={classes.externalColumn}>外部ID</th>
          <th className={classes.countColumn}>出演者</th>
          <th className={classes.dateColumn}>登録日</th>
          {showOwner && <th className={classes.ownerColumn}>登録者</th>}
          <th className={classes.eyeColumn}>詳細</th>
        </tr>
      </thead>
      <tbody>
        {videos.map((video) => (
          <VideoRow key={video.id} video={video} showOwner={showOwner} />
        ))}
      </tbody>
    </table>
  )
}

function VideoRow({ video, showOwner }: { video: Video; showOwner: boolean }) {
  const href = paths.video(video.id)
  return (
    <tr>
      <td className={classes.titleCell}>
        <AppLink className={classes.title} href={href}>
          {video.title}
        </AppLink>
      </td>
      <td className={classes.externalCell} data-column="外部ID">
        {video.externalId ?? <span className={classes.missing}>なし</span>}
      </td>
      <td className={classes.countCell}>{formatCount(video.performerCount)}名</td>
      <td className={classes.dateCell} data-column="登録日">
        <Timestamp at={video.createdAt} precision="day" />
      </td>
      {showOwner && (
        <td className={classes.ownerCell} data-column="登録者">
          {video.registeredBy ?? 'N/A'}
        </td>
      )}
      <td className={classes.eyeCell}>
        <AppLink className={classes.eye} href={href} aria-label={`${video.title}の詳細`}>
          <IconEye size={18} stroke={1.7} aria-hidden />
        </AppLink>
      </td>
    </tr>
  )
}
