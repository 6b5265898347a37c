import * as contract from '@kyc/contract/partner-shares.ts'
import { bindPartner, type PartnerBinding } from '../../partners/api/partner-binding.ts'
import { acknowledgeTitleStop } from './acknowledge-title-stop.ts'
import { getTitle } from './get-title.ts'
import { issuePartnerStatement } from './issue-partner-statement.ts'
import { listTitles } from './list-titles.ts'
import { nameTitle } from './name-title.ts'
import { publishTitle, unpublishTitle } from './publish-title.ts'
import type { TitleServices } from './title-services.ts'

/** The calls of partners' servers about shared titles (D112). */
export function partnerTitleRoutes(services: TitleServices): PartnerBinding[] {
  return [
    bindPartner(contract.listTitles, (call) => listTitles(services, call)),
    bindPartner(contract.nameTitle, (call) => nameTitle(services, call)),
    bindPartner(contract.getTitle, (call) => getTitle(services, call)),
    bindPartner(contract.getTitleStatement, (call) => issuePartnerStatement(services, call)),
    bindPartner(contract.publishTitle, (call) => publishTitle(services, call)),
    bindPartner(contract.unpublishTitle, (call) => unpublishTitle(services, call)),
    bindPartner(contract.acknowledgeTitleStop, (call) => acknowledgeTitleStop(services, call)),
  ]
}
