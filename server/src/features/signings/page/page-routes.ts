import { attemptLimits } from '@kyc/contract/attempt-limits.ts'
import * as contract from '@kyc/contract/performer-page.ts'
import * as reliances from '@kyc/contract/reliances.ts'
import { networkOf } from '../../../platform/http/requests/addresses.ts'
import { type Binding, bind, type RequestInfo } from '../../../platform/http/requests/binding.ts'
import { RateLimit } from '../../../platform/http/requests/rate-limit.ts'
import { confirmCode, requestCode } from '../../performer-links/link-code.ts'
import { openLink } from '../../performer-links/open-link.ts'
import { type LinkCall, requireLink } from '../../performer-links/require-link.ts'
import { requirePaperType } from '../../videos/papers/find-appearance.ts'
import type { SigningServices } from '../signing-services.ts'
import { answerFootage } from './answer-footage.ts'
import { askForDisclosure } from './ask-for-disclosure.ts'
import { askQuestion } from './ask-question.ts'
import { askReliance } from './ask-reliance.ts'
import { requireOwnTitle, type TitleAct } from './lock-own-title.ts'
import { getPageSigning, type PageSigningCall } from './lock-page-signing.ts'
import { openPagePaper, openSignedCopy } from './open-page-paper.ts'
import { performerPage } from './performer-page.ts'
import { endOwnReliance, permitReliance } from './permit-reliance.ts'
import { presentPage } from './present-page.ts'
import { readContract } from './read-contract.ts'
import { receiveCopy } from './receive-copy.ts'
import { receiveSheet } from './receive-sheet.ts'
import { refuseSigning } from './refuse-signing.ts'
import { renewPage } from './renew-page.ts'
import { signContract } from './sign-contract.ts'
import { requestSigningCode } from './signing-code.ts'
import { withdrawAppearance } from './withdraw-appearance.ts'

/** The calls of the performer's page. */
export function performerPageRoutes(services: SigningServices): Binding[] {
  return [...tokenRoutes(services), ...signingSteps(services), ...titleActs(services)]
}

/** The calls that name the link by its token, and the one of the bound browser that reads the page. */
function tokenRoutes(services: SigningServices): Binding[] {
  const openings = new RateLimit(attemptLimits.links.openingsPerMinute)
  const limited = ({ ip }: Pick<RequestInfo, 'ip'>) => openings.take(networkOf(ip))
  return [
    bind(contract.openPerformerPage, ({ actor, body: { token, code }, request }) => {
      limited(request)
      const call = { actor, token, request }
      return code
        ? confirmCode(services, performerPage, { ...call, code })
        : openLink(services, performerPage, call)
    }),
    bind(contract.requestPageCode, async ({ actor, body, request }) => {
      limited(request)
      await requestCode(services, performerPage, { actor, token: body.token, request })
      return {}
    }),
    bind(contract.renewPerformerPage, async ({ body, request }) => {
      limited(request)
      await renewPage(services, body.token)
      return {}
    }),
    bind(contract.getPerformerPage, async ({ actor, query, request }) => {
      const link = await requireLink(services, performerPage.kind, { actor, request }, query.id)
      return { body: await presentPage(services, services.db, link) }
    }),
  ]
}

/** The steps of a signing, by the bound browser. */
function signingSteps(services: SigningServices): Binding[] {
  const signing = async ({
    params,
    ...call
  }: LinkCall & {
    readonly params: { readonly id: string; readonly signing: string }
  }): Promise<PageSigningCall> => {
    const link = await requireLink(services, performerPage.kind, call, params.id)
    await getPageSigning(services.db, { link, signing: params.signing })
    return { link, signing: params.signing, ip: call.request.ip }
  }
  return [
    bind(
      contract.openSigningPaper,
      async (call) => ({ on: await signing(call), type: requirePaperType(call.params.type) }),
      ({ found }) => openPagePaper(services, found.on, found.type),
    ),
    bind(contract.receiveSheet, signing, async ({ found }) => ({
      body: await receiveSheet(services, found),
    })),
    bind(contract.readContract, signing, async ({ found, body }) => ({
      body: await readContract(services, found, body),
    })),
    bind(contract.askQuestion, signing, async ({ found, body }) => ({
      body: await askQuestion(services, found, body),
    })),
    bind(contract.requestSigningCode, signing, async ({ found }) => {
      await requestSigningCode(services, found)
      return {}
    }),
    bind(contract.signContract, signing, async ({ found, body }) => ({
      body: await signContract(services, found, body),
    })),
    bind(contract.refuseSigning, signing, async ({ found }) => ({
      body: await refuseSigning(services, found),
    })),
    bind(contract.openSignedCopy, signing, ({ found }) => openSignedCopy(services, found)),
    bind(contract.receiveCopy, signing, async ({ found }) => ({ body: await receiveCopy(services, found) })),
  ]
}

/** What the performer does about its titles and its record, by the bound browser. */
function titleActs(services: SigningServices): Binding[] {
  const page = ({ params, ...call }: LinkCall & { readonly params: { readonly id: string } }) =>
    requireLink(services, performerPage.kind, call, params.id)
  const title = async (
    call: LinkCall & { readonly params: { readonly id: string; readonly video: string } },
  ): Promise<TitleAct> => {
    const act = { link: await page(call), videoId: call.params.video, ip: call.request.ip }
    await requireOwnTitle(services.db, act)
    return act
  }
  return [
    bind(contract.answerFootage, title, async ({ found, body }) => ({
      body: await answerFootage(services, { ...found, answer: body.answer }),
    })),
    bind(contract.withdrawAppearance, title, async ({ found }) => ({
      body: await withdrawAppearance(services, found),
    })),
    bind(contract.askForDisclosure, page, async ({ found, request }) => ({
      body: await askForDisclosure(services, { link: found, ip: request.ip }),
    })),
    bind(reliances.askReliance, page, async ({ found, body }) => ({
      body: await askReliance(services, { link: found, ...body }),
    })),
    bind(reliances.permitReliance, page, async ({ found, params, body, request }) => ({
      body: await permitReliance(
        services,
        { link: found, reliance: params.reliance, ip: request.ip },
        body.code,
      ),
    })),
    bind(reliances.endOwnReliance, page, async ({ found, params, request }) => ({
      body: await endOwnReliance(services, { link: found, reliance: params.reliance, ip: request.ip }),
    })),
  ]
}
