import { idKindTexts } from '@kyc/contract/id-kind-texts.ts'
import type { TextsOf } from '../../performer-links/frame/frame-texts.ts'
import type { relianceJa } from './reliance-texts-ja.ts'
import { timeEn } from './time-en.ts'

/** The texts about the permission of another organisation in English. */
export const relianceEn: TextsOf<typeof relianceJa> = {
  reliancesHead: 'Let another organisation use your verification',
  relianceLead:
    'Another organisation can rely on your approved verification, so that you need not submit your documents again. You can end this at any time.',
  relianceNotYet:
    'Once your documents are approved and your ID is valid, you can let another organisation rely on the result.',
  reliancePermit: 'Choose an organisation',
  relianceId: 'Organisation ID',
  relianceIdHint: 'Ask the organisation for it.',
  relianceIdMissing: 'Enter the organisation ID.',
  relianceNext: 'Continue',
  relianceConfirmTitle: (recipient) => `Permit ${recipient}?`,
  relianceFactsLead: (recipient) => `${recipient} can read the following, and nothing else.`,
  relianceNotGiven:
    'Documents, pictures, addresses, stage names and the titles in which you appear are not passed on.',
  relianceCodeLead: 'To permit it, enter the code that was sent to you by e-mail.',
  relianceAllow: 'Permit',
  reliancePermitted: (recipient) => `You have permitted ${recipient}.`,
  reliancePermittedAt: (at) => `Permitted on ${timeEn(at)}`,
  relianceStates: {
    live: 'It can use your verification.',
    suspended: 'It cannot use it now, for example while a document is being reviewed again.',
    ended: 'Ended. ',
  },
  relianceEnds: {
    performer: '',
    origin: 'The organisation that registered you has ended it.',
    recipient: 'The organisation that used it has ended it.',
    documents: 'The documents that you submitted to that organisation were approved.',
    expired: 'Your ID has expired.',
    changed: 'The record of your verification has changed.',
  },
  relianceEnd: 'End the use',
  relianceEndTitle: 'End the use?',
  relianceEndText: (recipient) =>
    `${recipient} can no longer use your verification from now on. Your name and date of birth in its records may be kept as long as the law requires.`,
  relianceEnded: (recipient) => `The use by ${recipient} has ended.`,
  factName: 'Name',
  factRoman: 'Name (roman letters)',
  factBirth: 'Date of birth',
  factCheckedBy: 'Checked by',
  factCheckedOn: 'Checked on',
  factCheck: 'How it was checked',
  factIdKind: 'Kind of ID',
  factExpires: 'ID valid until',
  noExpiry: 'No end',
  checks: {
    original: 'The original, in person',
    picture: 'By picture',
    chip: 'IC chip read by the official app',
    number: 'Number looked up',
  },
  idKinds: idKindTexts.en.kinds,
}
