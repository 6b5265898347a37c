import { day, hour, minute } from '@kyc/contract/durations.ts'
import { limits, MiB } from '@kyc/contract/limits.ts'
import { packLimits } from '@kyc/contract/pack-vocabulary.ts'
import { signingLimits } from '@kyc/contract/signing-vocabulary.ts'

/** The limits of the product, as text for the policies (spec §9). */
export const durations = {
  refund: `${limits.policy.refundDays}日`,
  contentKept: `${limits.policy.contentKeptDays}日間`,
  retention: `${limits.retentionYears}年間`,
  reply: `${limits.contactReplyHours}時間`,
  sessionIdle: `${limits.session.idle / hour}時間`,
  sessionAbsolute: `${limits.session.absolute / hour}時間`,
  device: `${limits.deviceCookie / day}日間`,
  performerPage: `${signingLimits.pageDays}日間`,
  packLink: `${packLimits.valid / day}日間`,
  viewDedup: `${limits.viewDedup / minute}分`,
  subjectRequestDue: `${limits.subjectRequest.dueDays}日`,
  lockFailures: `${limits.lockout.failures}回`,
  lockout: `${limits.lockout.duration / minute}分間`,
  partnerToken: `${limits.kyc.idToken / minute}分間`,
  fileSize: `${limits.fileBytes / MiB}MB`,
  adultAge: `${limits.adultAge}歳`,
} as const
