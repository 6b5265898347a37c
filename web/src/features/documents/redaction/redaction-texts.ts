import type { HiddenPart } from '@kyc/contract/masks.ts'
import { type RedactionTexts, redactionTextsJa } from './redaction-texts-ja.ts'

const parts: Readonly<Record<HiddenPart, string>> = {
  organ_donation: 'the organ donation section',
  domicile: 'the registered domicile',
  domicile_and_number: 'the individual number (My Number) and the registered domicile',
}

const en: RedactionTexts = {
  dialog: {
    close: 'Close',
    discardTitle: 'Discard your changes?',
    discardText: 'Your changes are lost if you close this window.',
    keep: 'Keep editing',
    discard: 'Discard',
    failedTitle: 'This part of the page could not be shown',
    failedText:
      'Your input on the page is unchanged. Please try again, or reload the page if this continues.',
  },
  title: 'Hide parts of the picture',
  intro:
    'Draw a black box over anything that should not be seen. Drag a box to move it, or a corner to resize it.',
  keys: 'Arrow keys move, Shift + arrow keys resize, Delete removes, N adds, Ctrl + Z undoes',
  add: 'Add box',
  remove: 'Remove box',
  undo: 'Undo',
  picture: 'The picture before parts are hidden',
  box: (number) => `Hidden part ${number}`,
  count: (boxes) => (boxes === 0 ? 'Choose what to hide' : `${boxes} hidden`),
  cancel: 'Cancel',
  done: 'Hide and save',
  busy: 'Working...',
  failed: 'The picture could not be processed.',
  hide: (part) => `If ${parts[part]} is visible, please hide it.`,
}

/** The texts of the tool, also in English for the page of the performer. */
export const redactionTexts = { ja: redactionTextsJa, en } as const
