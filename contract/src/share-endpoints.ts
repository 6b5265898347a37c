import type { Endpoint } from './endpoint.ts'
import * as packs from './packs.ts'
import * as shares from './shares.ts'
import * as statements from './statements.ts'

/** The endpoints by which organisations pass on what their records say: packs of evidence (D109) and shared titles (D113). */
export const shareEndpoints: readonly Endpoint[] = [
  packs.listPacks,
  packs.createPack,
  packs.openPack,
  packs.downloadPack,
  packs.revokePack,
  shares.listVideoShares,
  shares.shareVideo,
  shares.endShare,
  shares.permitPaper,
  shares.endPaperPermission,
  shares.listSharedVideos,
  shares.getSharedVideo,
  shares.endSharedVideo,
  shares.openSharedPaper,
  statements.issueStatement,
  statements.issueOwnStatement,
]
