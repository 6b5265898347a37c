import { limits } from '@kyc/contract/limits.ts'
import { frameTexts } from './frame/frame-texts.ts'
import type { Texts } from './texts-ja.ts'

const english = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Tokyo',
})

const megabytes = limits.fileBytes / 1024 / 1024

/** The texts of the submission in English. */
export const en: Texts = {
  ...frameTexts.en,
  title: 'Submit your identity documents',
  steps: {
    purpose: 'Purpose',
    consent: 'Consent',
    identity: 'Name',
    idKind: 'ID',
    documents: 'Documents',
    done: 'Done',
  },

  purposeTitle: 'Please submit your identity documents',
  asks: (organisation) => `${organisation} asks you to submit your identity documents.`,
  purposeHead: 'Why they are needed',
  purposes: [
    'To verify the identity and age (18 or older) of everyone who appears in a video',
    'To confirm your agreement to appear, and to keep the records that the law requires',
  ],
  neededHead: 'What you need',
  needed: ['Your ID, such as a driver’s license, My Number Card or passport', 'A phone with a camera'],
  time: 'It takes about 3 minutes. You can close this page and continue later.',
  validUntil: (at) => `This link works until ${english.format(new Date(at))} (Japan time).`,
  unknown:
    'The operator of the identity verification system shows this page at the request of the organisation named above. If you did not expect it, or if something seems wrong, please submit nothing and inform us.',
  report: 'Report this request',
  start: 'Start',

  consentMissing: 'Tick the box if you consent.',
  agree: 'Consent and continue',
  ownWill: 'Only you can give this consent. If you do not consent, close this page.',

  identityTitle: 'Enter your name and date of birth',
  identityLead: 'They are compared with your ID. This page does not show what has been registered about you.',
  name: 'Full name',
  nameHint: 'Exactly as written on your ID.',
  nameMissing: 'Enter your full name.',
  dateOfBirth: 'Date of birth',
  dateOfBirthMissing: 'Enter your date of birth as a valid date.',
  identityStated: 'Name and date of birth: entered',
  identityAgain: 'Enter again',

  idKindTitle: 'Which ID will you use?',
  next: 'Next',
  idKindMissing: 'Choose the kind of your ID.',

  documentsTitle: 'Submit your documents',
  documentsLead:
    'Photograph and send them one by one. Pictures that were sent cannot be opened on this page.',
  idKindIs: (kind) => `Your ID: ${kind}`,
  change: 'Change',
  submitted: 'Submitted',
  missing: 'Not submitted',
  required: 'Required',
  recommended: 'Recommended',
  optional: 'Optional',
  requiredUnlessSent: 'Required, unless the requester submits it',
  submitOne: 'Submit',
  submitAgain: 'Retake',
  submitDocument: (label) => `Submit: ${label}`,
  finish: 'Finish',
  finishWhy: 'You can finish once all required documents are submitted',
  sent: (label) => `Sent: ${label}`,
  documents: {
    agreementFile: 'Performance agreement',
    idFront: 'Front of your ID',
    idBack: 'Back of your ID',
    selfie: 'Photo of your face',
    selfieWithId: 'Photo of you holding your ID',
    ageVerification: 'Proof of age',
    residenceProof: 'Proof of address',
  },

  about: {
    agreementFile:
      'The performance agreement with your name and the date. If you do not have it, ask the sender.',
    idFront: 'The side with your photo. Of a passport, the page with your photo.',
    idBack: 'The other side of your ID.',
    selfie: 'A photo of your face as you look today.',
    selfieWithId: 'A photo of you that shows your ID next to or below your face.',
    ageVerification: 'A document that shows your date of birth.',
    residenceProof: 'A document that shows your current address, such as a residence record.',
  },

  camera: 'Use the camera',
  choose: 'Choose a photo',
  chooseFile: 'Choose a file',
  fileHint: (type) => `${type === 'agreementFile' ? 'PDF, PNG or JPG' : 'PNG or JPG'}, up to ${megabytes} MB`,
  tips: {
    card: ['Show all four corners', 'Avoid reflections', 'Come close enough to read the text'],
    face: [
      'Face the camera and show your whole face',
      'Take off hat, mask and sunglasses',
      'Use a bright place',
    ],
    faceWithCard: [
      'Show both your face and your ID',
      'Hold the ID so that its text is readable',
      'Do not cover its photo',
    ],
    page: ['Show the whole page', 'Avoid shadows', 'Signature and date must be readable'],
  },
  cameraStarting: 'Starting the camera...',
  cameraDenied: 'The camera is not permitted. Permit it in your browser, or choose a photo instead.',
  cameraUnavailable: 'The camera cannot be used. Choose a photo instead.',
  cameraLabel: (label) => `Camera: ${label}`,
  shoot: 'Take the photo',
  stopCamera: 'Cancel',
  flip: 'Switch camera',
  frame: {
    card: 'Fit your ID into the frame',
    face: 'Fit your face into the frame',
    faceWithCard: 'Fit your face and your ID into the frames',
    page: 'Fit the page into the frame',
  },
  live: {
    blurry: 'Blurry. Move back a little and hold still',
    dark: 'Too dark. Move to a brighter place',
    cropped: 'Edges are cut off. Move back a little',
    good: 'Sharp. Take the photo now',
  },
  preview: (label) => `Your picture: ${label}`,
  hints: {
    blurry: 'The picture seems blurry. Check that text and face are sharp.',
    dark: 'The picture seems dark. A brighter place makes it easier to review.',
    cropped: 'The edges seem cut off. Check that all four corners are visible.',
  },
  previewLead: 'Check that text and face are sharp.',
  cropped: 'The photo is cropped to the frame.',
  useWhole: 'Use it all',
  preparing: 'Preparing the picture...',
  retake: 'Retake',
  rechoose: 'Choose another',
  redact: 'Hide parts',
  redactHint: 'Before you send the picture, you can hide numbers that need not be shown under black boxes.',
  send: 'Send',
  sending: (percent) => `Sending ${percent}%`,
  sendingLabel: 'Progress',
  checking: 'Checking the file...',
  left: (seconds) => `about ${seconds} s left`,
  stop: 'Stop sending',
  stopped: 'Sending was stopped. Your picture is still here.',
  sendFailed: 'It could not be sent. Your picture is still here, so please try again.',

  doneTitle: 'Everything is submitted',
  doneLead: (organisation) => `Thank you. ${organisation} and the reviewers will check your documents.`,
  doneClose: 'You can close this page. You will be contacted if anything else is needed.',

  leavePictureTitle: 'Not sent yet',
  leavePictureText: 'If you go back, this picture is lost, and so are the parts that you covered.',
  leavePicture: 'Discard the picture',
  keepPicture: 'Stay here',

  noLink:
    'You cannot continue from here. Open the link in the e-mail you received, or scan the QR code again.',
  finishedTitle: 'Your submission is complete',
  finished: 'It was completed in another browser. There is nothing left to do here.',
  ended:
    'It has expired, or it was revoked or replaced by a newer one. Ask the sender for a new link to continue.',
  forbidden:
    'This browser is or was signed in with an account of the sender or a reviewer. Only the performer can consent and submit documents. Open the link on your own device.',
  failedTitle: 'The page could not be opened',
}
