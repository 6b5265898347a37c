import type { Endpoint } from './endpoint.ts'
import * as shares from './shares.ts'

/** The endpoints of shared titles (D113). */
export const shareEndpoints: readonly Endpoint[] = [
  shares.listVideoShares,
  shares.shareVideo,
  shares.endShare,
  shares.permitPaper,
  shares.endPaperPermission,
  shares.listSharedVideos,
  shares.getSharedVideo,
  shares.openSharedPaper,
  shares.issueStatement,
  shares.issueOwnStatement,
]
