import type { ProblemCode } from './problems.ts'

/** The English titles of the problems of the partner API (D112); the code is the same in both languages. */
export const partnerTitles: Partial<Record<ProblemCode, string>> = {
  PARTNER_KEY_INVALID:
    'The key of a server (kyc_test_… or kyc_live_…) is missing, wrong, expired or revoked.',
  PARTNER_SCOPE_MISSING: 'The key lacks the scope of this call. Ask the operator for another key.',
  PARTNER_VERSION_UNKNOWN: 'KYC-Version does not name a version of the guide at /developers.',
  INVALID_INPUT: 'Check the input.',
  MALFORMED_REQUEST: 'The request is malformed.',
  CURSOR_INVALID: 'The cursor is invalid. Start the list again.',
  CALLBACK_NOT_ALLOWED: 'callback_url is not below an origin that the operator has registered.',
  REDIRECT_NOT_ALLOWED: 'redirect_url is not below an origin that the operator has registered.',
  WEBHOOK_NOT_ALLOWED: 'url is not an address below a registered callback origin.',
  CALLBACKS_STOPPED: 'Sending is stopped. Set the address again, or ask the operator.',
  NOT_FOUND: 'Not found.',
  SHARE_NOT_FOUND: 'No such title is shared with this partner now.',
  TITLE_REFERENCE_USED: 'The reference names another title.',
  TITLE_BLOCKED: 'The records lack something. errors names each rule.',
  TOO_MANY_PUBLICATIONS: 'The title has too many publications.',
  METHOD_NOT_ALLOWED: 'This method is not supported.',
  REQUEST_TIMEOUT: 'The request took too long.',
  REQUEST_IN_PROGRESS: 'The same request is being processed.',
  BODY_TOO_LARGE: 'The body is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'Send application/json.',
  IDEMPOTENCY_KEY_REUSED: 'The same Idempotency-Key was sent with other content.',
  RATE_LIMITED: 'Too many requests. Try again later.',
  INTERNAL: 'The server failed. Try again later.',
  TEMPORARILY_UNAVAILABLE: 'The service is unavailable. Try again later.',
}

/** The text of each invalid field, whose rule the OpenAPI document states. */
export const invalidField = 'Missing or invalid; the OpenAPI document states the rules of this field.'

/** The text of each rule that TITLE_BLOCKED names. */
export const unmetRule = 'Not met; /developers explains each rule.'
