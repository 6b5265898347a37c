import { documentTypeLabels, paperTypeLabels } from '@kyc/contract/labels.ts'
import { frameTexts } from '../../performer-links/frame/frame-texts.ts'
import { relianceEn } from './reliance-texts-en.ts'
import type { Texts } from './texts-ja.ts'
import { timeEn } from './time-en.ts'

const days = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

const day = (text: string) => days.format(new Date(text))

/** By the Japanese label, with which the server names a document. */
const documents: Readonly<Partial<Record<string, string>>> = {
  [documentTypeLabels.agreementFile]: 'Performance agreement',
  [documentTypeLabels.idFront]: 'Front of your ID',
  [documentTypeLabels.idBack]: 'Back of your ID',
  [documentTypeLabels.selfie]: 'Photo of your face',
  [documentTypeLabels.selfieWithId]: 'Photo of you holding your ID',
  [documentTypeLabels.ageVerification]: 'Proof of age',
  [documentTypeLabels.residenceProof]: 'Proof of address',
  [paperTypeLabels.contract]: 'Contract',
  [paperTypeLabels.explanationSheet]: 'Explanation sheet',
}

/** The texts of the performer's page in English. */
export const en: Texts = {
  ...frameTexts.en,
  title: 'Your page',
  day,
  time: timeEn,
  lead: (organisation) =>
    `This page is about your appearance contracts with ${organisation}. Read and sign contracts, see where your titles are published, or end a contract.`,
  validUntil: (at) =>
    `This link works until ${timeEn(at)}. After that, the same link can send you a new one.`,
  unknown: 'If you did not expect this page, or if something seems wrong, please do nothing and inform us.',
  report: 'Report this request',
  more: 'Show more',
  cancel: 'Go back',
  dialog: {
    close: 'Close',
    discardTitle: 'Discard what you entered?',
    discardText: 'It is lost when you close this.',
    keep: 'Go on',
    discard: 'Discard',
    failedTitle: 'A part of the page could not be shown',
    failedText: 'What you entered is still there. Please try again.',
  },

  signingsHead: 'Contracts to sign',
  noSignings: 'There is no contract to sign.',
  signedHead: 'Contracts you signed',
  endedHead: 'Offers that have ended',
  titlesHead: 'Your titles',
  noTitles: 'No title with you is registered yet.',

  states: {
    draft: 'Being prepared',
    sent: 'Not opened',
    opened: 'Opened',
    sheetReceived: 'Explanation received',
    read: 'Contract read',
    question: 'Awaiting an answer',
    signed: 'Signed',
    copyReceived: 'Complete',
    refused: 'Refused',
    revoked: 'Taken back',
    expired: 'Expired',
  },
  next: {
    talk: 'Look at the offer',
    sheet: 'Read the explanation',
    contract: 'Read the contract',
    wait: 'What is needed to sign',
    sign: 'Go on to sign',
    copy: 'Get your copy',
    making: 'See your copy being made',
    done: 'Look at the contract',
  },
  nextOf: (act, title) => `${act}: ${title}`,
  offeredUntil: (at) => `Sign by ${timeEn(at)}`,
  signedAt: (at) => `Signed on ${timeEn(at)}`,

  steps: { talk: 'Talk', sheet: 'Explanation', contract: 'Contract', sign: 'Signature', copy: 'Copy' },
  toPage: 'Back to your page',

  talkTitle: 'The contract is explained to you',
  talkPlanned: (by, on, language) => `${by} will explain the contract on ${day(on)} (in ${language}).`,
  talkDone: (by, on, minutes, language) =>
    `It is recorded that ${by} explained the contract on ${day(on)}${minutes === null ? '' : ` for ${minutes} minutes`} (in ${language}).`,
  talkRightsHead: 'What to know before you sign',
  talkRights: [
    'You are free to refuse the contract.',
    'No shooting is allowed for one month after you received the contract and the explanation sheet.',
    'No publication is allowed for four months after all shooting has ended.',
    'You get the chance to see the footage before it is published.',
    'Until one year after the publication, you can end the contract without a reason. You need not pay a penalty or damages.',
  ],
  talkMissing:
    'You may read the papers before the talk. You cannot sign before the contract was explained to you and this was recorded.',
  talkWrong:
    'If nobody explained the contract to you, or if you do not understand it, do not sign. You can ask questions on the following pages.',
  talkNext: 'Go on to the explanation sheet',

  sheetTitle: 'Explanation sheet',
  sheetLead:
    'This sheet explains your rights and the main points of the contract. Please read it to its last page.',
  sheetReceive: 'I have received it',
  sheetWhy: 'Show the last page first.',
  sheetNote: 'The day of receipt is recorded. The earliest day of shooting depends on it.',
  received: (at) => `Receipt recorded on ${timeEn(at)}`,

  contractTitle: 'Contract',
  contractLead: 'Please read every page. You can ask questions before you sign.',
  contractRead: 'I have read it to the end',
  contractWhy: (seen, all) => `Show every page first (${seen} of ${all} shown).`,
  readAt: (at) => `Read to the end on ${timeEn(at)}`,

  paperLabel: 'Pages of the paper',
  pageOf: (page, all) => `Page ${page} of ${all}`,
  pageImage: (page, all) => `The paper, page ${page} of ${all}`,
  pageText: (page) => `The text of page ${page}`,
  nextPage: 'Next page',
  previousPage: 'Previous page',
  viewLabel: 'View',
  viewPaper: 'Paper',
  viewText: 'Text',
  paperHint: 'If the print is small, choose "Text" or "Enlarge".',
  zoomIn: 'Enlarge',
  zoomOut: 'Fit to the screen',
  noText: 'This page has no readable text. Please read it as paper.',
  paperFailed: 'The paper could not be shown',
  paperSave: 'Save the PDF',
  paperSaveFailed: 'It could not be saved',

  askHead: 'Ask a question',
  askLead: 'After a question, you cannot sign until it is answered.',
  askLabel: 'Your question',
  askMissing: 'Enter your question.',
  askSend: 'Send the question',
  asked: 'Your question was sent. You get a mail when it is answered.',
  questionsHead: 'Questions and answers',
  questionAt: (at) => `Your question (${timeEn(at)})`,
  answerAt: (at) => `Answer (${timeEn(at)})`,
  noAnswer: 'Not answered yet.',

  waitTitle: 'Before you sign',
  waitLead: 'You can sign after the following.',
  waitFrom: (at) => `You can sign from ${timeEn(at)}.`,
  waitMail: 'You can close this page and continue by the link in your mail until the offer expires.',
  waitRefresh: 'Check again',
  waitRefreshed: 'This is up to date.',
  obstacles: {
    talk: 'The producer explains the contract to you and records it. If this has not happened, ask the producer.',
    sheet: 'You read the explanation sheet and confirm its receipt.',
    read: 'You read the contract to its end.',
    question: 'The producer answers your question.',
    waiting: 'The time to think it over, which begins with the receipt of the explanation sheet, has passed.',
    identity:
      'You submit your identity documents. Please use the link for documents that the producer sends to you.',
    dateOfBirth: 'The producer enters your date of birth. Please contact the producer.',
    underAge: 'No contract is made with anyone under 18.',
  },

  signTitle: 'Signature',
  signLead: (organisation) => `Sign only if you agree. ${organisation} has signed already.`,
  signCodeLead: 'We send a code to the e-mail address that received the link.',
  signDrawLabel: 'Drawn signature (optional)',
  signDrawHint:
    'Draw in the frame with a finger, pen or mouse. It is shown in the copy, but proves nothing. You can sign without it.',
  signDrawn: 'There is a drawn signature',
  signDrawEmpty: 'There is no drawn signature',
  signClear: 'Clear',
  sign: 'Sign this contract',
  signNeedsCode: 'Send the code and enter its 6 digits to sign.',
  signedDone: 'You have signed.',

  copyTitle: 'Copy of the contract',
  copyMaking: 'You have signed. Your copy of the contract is being made, which takes about a minute.',
  copyMakingLater: 'You can close this page. You get a mail when the copy is ready.',
  copyLead: 'This is your copy of the signed contract. Download it and keep it safe.',
  copyDownload: 'Download the copy',
  copyDownloaded: 'The copy was downloaded.',
  copyReceive: 'I have received the copy',
  copyWhy: 'Download it first.',
  copyNote: 'The day of receipt is recorded. The earliest day of shooting depends on it.',

  doneTitle: 'Everything is done',
  doneText: 'You can download your copy from this page at any time.',
  verifyLead: 'Anyone can verify that the copy is unaltered.',
  verify: 'Verify the copy (opens in a new tab)',
  copyReceivedAt: (at) => `Copy received on ${timeEn(at)}`,
  cancelLater: 'If you change your mind, end the contract under "Your titles". No reason is needed.',
  lookAgain: 'Look at the papers again',
  lookTalk: 'The talk',
  lookSheet: 'Explanation sheet',
  lookContract: 'Contract',

  refuse: 'Refuse the contract',
  refuseTitle: 'Refuse the contract?',
  refuseText: (organisation) =>
    `No reason is needed. The offer ends at once, and ${organisation} is informed by mail.`,
  refuseConfirm: 'Refuse the contract',
  overTitles: {
    refused: 'You have refused the contract',
    revoked: 'This offer was taken back',
    expired: 'This offer has expired',
  },
  overTexts: {
    refused: 'There is nothing left to do about this contract.',
    revoked: 'The producer has taken the offer back. There is nothing left to do.',
    expired: 'If you want the contract, please contact the producer.',
  },

  productNumber: 'Product number',
  shootingDays: 'Days of shooting',
  contractSigned: 'Contract signed',
  contractReceived: 'Copy received',
  sheetReceived: 'Explanation received',
  shootingFrom: 'Shooting allowed',
  publicationFrom: 'Publication allowed',
  fromDay: (text) => `from ${day(text)}`,
  noDay: 'not known yet',
  noRecord: 'no record',
  noContract: 'No contract of this title is recorded yet.',
  publications: 'Published',
  noPublications: 'not published',
  publishedFrom: (text) => `since ${day(text)}`,
  publishedUntil: (text, until) => `${day(text)} to ${day(until)}`,
  newTab: '(opens in a new tab)',
  cancelUntil: 'You can end the contract',
  cancelOpen: 'until at least one year after the publication',
  cancelUntilDay: (text) => `until ${day(text)}`,
  endLabels: {
    cancelled: 'ended by you',
    rescinded: 'rescinded',
    terminated: 'terminated for a breach',
    stopped: 'publication stopped',
  },
  endedOn: (label, text) => `Ended on ${day(text)} (${label})`,

  footageHead: 'See the footage',
  footageLead: (way, until) =>
    `You can see the footage before it is published (${way}, until ${day(until)}).`,
  footageWays: { inPerson: 'shown in person', link: 'by a link', media: 'on a medium that you get' },
  footageOpen: 'See the footage',
  footageSeen: 'I have seen it',
  footageDecline: 'Decline',
  footageDeclineTitle: 'Decline to see the footage?',
  footageDeclineText: 'The title may then be published without being seen by you.',
  footageAnswers: {
    seen: 'You stated that you have seen the footage.',
    declined: 'You declined to see the footage.',
  },

  withdraw: 'End the contract',
  withdrawTitle: 'End the contract of this title?',
  leave: 'Do not appear',
  leaveTitle: 'Do you not want to appear in this title?',
  leaveTexts: (title, organisation) => [
    `You will not appear in "${title}". No reason is needed. If there is a contract, it ends.`,
    'From now on, the title cannot be published.',
    `${organisation} and the office are informed at once.`,
    'You need not pay a penalty or damages. This cannot be undone.',
  ],
  leaveConfirm: 'Do not appear',
  withdrawTexts: (title, organisation) => [
    `This ends the contract of "${title}". No reason is needed.`,
    'It counts at once: from now on, the title cannot be published again.',
    `${organisation} and the office are informed at once. The producer must stop a publication.`,
    'You need not pay a penalty or damages. This cannot be undone.',
  ],
  withdrawConfirm: 'End the contract',
  withdrawn: 'The contract has ended.',
  left: 'Your decision not to appear was sent.',

  ...relianceEn,
  openingsHead: 'Who opened your documents',
  openingsLead: 'The organisations that opened your identity documents and contracts, with the day.',
  noOpenings: 'They have not been opened yet.',
  document: (label) => documents[label] ?? label,
  disclosureHead: 'Your stored data',
  disclosureLead: 'You can ask to be shown all data that is stored about you.',
  disclosureAsk: 'Ask for my data',
  disclosureAsked: (at) => `Received on ${timeEn(at)}. You will hear from us within 30 days.`,
  helpHead: 'Where to get help',
  helpLead: 'You can talk to these about a contract, before or after you have signed it.',

  noLink: 'This page cannot be opened by itself. Open the link in the e-mail you received.',
  finishedTitle: 'This link no longer works',
  finished: 'Open the link in the e-mail you received.',
  ended:
    'It has expired, or it was replaced by a newer one. We can send a new link to your stored e-mail address.',
  renew: 'Send a new link',
  renewed:
    'If there is a page for you, a new link was sent to your stored e-mail address. Please wait a few minutes.',
  forbidden:
    'This browser is or was signed in with an account of the sender or a reviewer. Only the performer can sign. Open the link on your own device.',
  failedTitle: 'The page could not be opened',
}
