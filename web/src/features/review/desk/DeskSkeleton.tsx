import { Skeleton, Stack } from '@mantine/core'
import { Loading } from '../../../ui/Skeletons.tsx'
import classes from './review.module.css'

/** The shape of a case that is loading. */
export function DeskSkeleton() {
  return (
    <>
      <div className={classes.case}>
        <Loading label="出演者を読み込み中">
          <Stack p="md">
            <Skeleton height={28} width={220} />
            <Skeleton height={420} radius={6} />
            <Skeleton height={120} radius={6} />
          </Stack>
        </Loading>
      </div>
      <div className={classes.decision}>
        <Stack p="md" aria-hidden>
          <Skeleton height={28} width={160} />
          <Skeleton height={200} />
          <Skeleton height={160} />
        </Stack>
      </div>
    </>
  )
}
