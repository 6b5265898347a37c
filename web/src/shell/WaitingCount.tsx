import { VisuallyHidden } from '@mantine/core'
import { useReviewCounts } from '../session/use-review-counts.ts'
import { formatCount } from '../ui/format.ts'
import classes from './SideMenu.module.css'

/** The number of cases that wait for a review, in the menu. */
export function WaitingCount() {
  const { data } = useReviewCounts()
  if (!data || data.waiting === 0) return null
  return (
    <span className={classes.count}>
      {formatCount(data.waiting)}
      <VisuallyHidden>件の審査待ち</VisuallyHidden>
    </span>
  )
}
