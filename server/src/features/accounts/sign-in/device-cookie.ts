import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { limits } from '@kyc/contract/limits.ts'
import type { CookieToSet, RequestInfo } from '../../../platform/http/requests/binding.ts'
import { cookie, cookieNames } from '../../../platform/http/requests/cookies.ts'
import type { AccountServices } from '../account-services.ts'
import type { AccountRow } from '../present-user.ts'

/** People who share a browser: the newest are remembered. */
const maximumPeople = 4
const maximumAge = limits.deviceCookie / 1000
const idBytes = 16
const macBytes = 18

type DeviceServices = Pick<AccountServices, 'config' | 'accountKeys'>

/** For whom a browser is known. */
export type DeviceOwner = Pick<AccountRow, 'id' | 'device_generation'>

/**
 * The id of this browser if the account has signed in from it before (D28), and has not changed its password or second
 * factors since. The cookie is `id.mac.mac…`, one MAC for each account, so that it reveals no account and can't be moved to
 * another account.
 */
export function knownDevice(
  services: DeviceServices,
  request: Pick<RequestInfo, 'cookies'>,
  owner: DeviceOwner,
): string | undefined {
  const { id, macs } = readDevice(services, request)
  if (id === undefined) return undefined
  const expected = Buffer.from(macOf(services, id, owner))
  return macs.some((mac) => timingSafeEqual(Buffer.from(mac), expected)) ? id : undefined
}

/** The cookie that makes this browser known to `owner`. */
export function deviceCookie(
  services: DeviceServices,
  request: Pick<RequestInfo, 'cookies'>,
  owner: DeviceOwner,
): CookieToSet {
  const device = readDevice(services, request)
  // The id is no secret: what makes a browser known is the MAC, which only a sign-in gives out.
  const id = device.id ?? randomBytes(idBytes).toString('base64url')
  const mac = macOf(services, id, owner)
  // A MAC that has just become worthless must not push out that of another person.
  const previous = macOf(services, id, { ...owner, device_generation: owner.device_generation - 1 })
  const others = device.macs.filter((each) => each !== mac && each !== previous)
  const value = [id, mac, ...others].slice(0, maximumPeople + 1).join('.')
  return cookie(cookieNames(services.config).device, value, maximumAge)
}

function readDevice(
  { config }: DeviceServices,
  request: Pick<RequestInfo, 'cookies'>,
): { id: string | undefined; macs: string[] } {
  const [id, ...macs] = (request.cookies[cookieNames(config).device] ?? '').split('.')
  const wellFormed =
    id !== undefined && /^[\w-]{22}$/.test(id) && macs.every((mac) => /^[\w-]{24}$/.test(mac))
  return wellFormed ? { id, macs: macs.slice(0, maximumPeople) } : { id: undefined, macs: [] }
}

function macOf({ accountKeys }: DeviceServices, id: string, owner: DeviceOwner): string {
  const text = `${id}.${owner.id}.${owner.device_generation}`
  const mac = createHmac('sha256', accountKeys.device).update(text).digest()
  return mac.subarray(0, macBytes).toString('base64url')
}
