import * as contractKeys from './contract-keys.ts'
import * as contractTemplates from './contract-templates.ts'
import type { Endpoint } from './endpoint.ts'
import * as performerPage from './performer-page.ts'
import * as signings from './signings.ts'

/** The endpoints of signings and of the performer's page (D101, D104). */
export const signingEndpoints: readonly Endpoint[] = [
  contractKeys.getContractKeys,
  contractTemplates.listTemplates,
  contractTemplates.createTemplate,
  contractTemplates.updateTemplate,
  contractTemplates.deleteTemplate,
  signings.listSignings,
  signings.createSigning,
  signings.getSigning,
  signings.openDraft,
  signings.uploadDraft,
  signings.sendSigning,
  signings.recordTalk,
  signings.answerQuestion,
  signings.remindOfSigning,
  signings.revokeSigning,
  performerPage.openPerformerPage,
  performerPage.requestPageCode,
  performerPage.renewPerformerPage,
  performerPage.getPerformerPage,
  performerPage.openSigningPaper,
  performerPage.receiveSheet,
  performerPage.readContract,
  performerPage.askQuestion,
  performerPage.requestSigningCode,
  performerPage.signContract,
  performerPage.refuseSigning,
  performerPage.openSignedCopy,
  performerPage.receiveCopy,
  performerPage.answerFootage,
  performerPage.withdrawAppearance,
  performerPage.askForDisclosure,
]
