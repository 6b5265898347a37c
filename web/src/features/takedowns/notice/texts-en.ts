import { limits } from '@kyc/contract/limits.ts'
import type { NoticeTexts } from './texts-ja.ts'

/** The texts of the public form in English. */
export const en: NoticeTexts = {
  title: 'Request a takedown',
  product: 'Identity verification',
  language: 'Language',
  privacy: 'Privacy policy (Japanese)',
  encrypted: 'The connection is encrypted',
  contact: 'Contact (Japanese)',
  required: 'Required',
  optional: 'Optional',

  lead: 'Use this form to stop the publication of a title in which you appear, or of an image or video that shows you. You need no account.',
  noReasons: 'We do not ask for reasons. You may leave out your name.',

  kind: 'What is your request?',
  kindHint: 'If you are not sure, choose the closest one.',
  kinds: {
    cancellation: {
      label: 'I want to withdraw from a title',
      note: 'For a certain time after publication you may withdraw without a reason, even after signing or filming (cancellation, Article 13).',
    },
    rescission: {
      label: 'I got no explanation or papers before I agreed',
      note: 'You received no explanation sheet or no contract (rescission, Article 11).',
    },
    termination: {
      label: 'The rules for filming or publishing were broken',
      note: 'For example waiting periods, what was filmed, or the check of the footage (termination, Article 12).',
    },
    injunction: {
      label: 'It is published without my agreement',
      note: 'There is no contract, or it stays online after you withdrew (injunction, Article 15).',
    },
    intimateImage: {
      label: 'An intimate image or video of me was posted without my consent',
      note: 'This includes content made with AI (removal within 48 hours, TAKE IT DOWN Act).',
    },
  },
  kindMissing: 'Choose the kind of your request.',

  work: 'Title, product number or address (URL)',
  workHint: 'With the product number or the address of the page, it can be stopped at once.',
  workMissing: 'Enter the title, product number or address.',
  name: 'Name or stage name',
  nameHint: 'The name used in the title helps us to find it.',
  email: 'E-mail address',
  emailHint: 'Used only if we need to contact you.',
  emailInvalid: 'Enter a valid e-mail address.',
  message: 'Message',
  messageHint: `Up to ${limits.textChars} characters. Please do not include pictures of an ID or identification numbers.`,
  send: 'Send the request',
  sending: 'Sending...',

  failedTitle: 'The request could not be sent',
  failed: 'Please try again later. What you entered is still here.',
  limited: (time) =>
    `Too many requests were sent. You can send the next one after ${time} (Japan time). What you entered is still here.`,
  requestId: (id) => `Reference for support: ${id}`,

  sentTitle: 'Your request was received',
  number: 'Receipt number',
  copy: 'Copy the number',
  copied: 'Copied',
  copyFailed: 'It could not be copied',
  keep: 'You need it when you contact us. Please keep it: it cannot be shown again after you close this page.',
  nextTitle: 'What happens next',
  next: (hours) => [
    'If the product number or address identifies the title, new publications are stopped already. Otherwise our staff searches for it.',
    `We ask the places where it is published to stop, and check that they have. We aim to act within ${hours} hours.`,
    'We may contact you to check that the request is yours. We will not ask for reasons.',
  ],
  again: 'Send another request',
}
