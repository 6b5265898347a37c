import { limits } from '@kyc/contract/limits.ts'
import { useEffect } from 'react'
import { IconCircleCheck } from '../../ui/icons.ts'
import { CloseButton } from '../../ui/mantine/CloseButton.ts'
import classes from './kyc.module.css'

export interface Banner {
  readonly message: string
}

/** Shows a success for five seconds (spec §4). A new object restarts the timer. */
export function SuccessBanner({ banner, onClose }: { banner: Banner | null; onClose: () => void }) {
  useEffect(() => {
    if (!banner) return
    const timer = setTimeout(onClose, limits.bannerClose)
    return () => clearTimeout(timer)
  }, [banner, onClose])
  return (
    // Rendered before its first text, so that screen readers announce the text.
    <div role="status">
      {banner && (
        <div className={classes.banner} data-tone="ok">
          <IconCircleCheck size={20} aria-hidden />
          <span>{banner.message}</span>
          <CloseButton aria-label="閉じる" onClick={onClose} />
        </div>
      )}
    </div>
  )
}
