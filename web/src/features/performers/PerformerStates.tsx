import { Skeleton } from '../../ui/mantine/Skeleton.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { CardsSkeleton, Loading } from '../../ui/Skeletons.tsx'
import type { Back } from '../../ui/way-back.ts'
import classes from './PerformerPage.module.css'

export function PerformerLoading({ back }: { back: Back }) {
  return (
    <>
      <PageHeader title="出演者" back={back} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Loading>
            <Skeleton height={172} radius={8} />
          </Loading>
          <CardsSkeleton cards={5} height={284} minWidth={200} />
        </div>
        <Loading label="履歴を読み込み中">
          <Skeleton height={320} radius={8} />
        </Loading>
      </div>
    </>
  )
}
