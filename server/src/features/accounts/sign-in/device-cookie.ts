import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { limits } from '@kyc/contract/limits.ts'
import type { CookieToSet, RequestInfo } from '../../../platform/http/requests/binding.ts'
import { cookieName, setCookie } from '../../../platform/http/requests/cookies.ts'
import type { AccountServices } from '../account-services.ts'
import type { AccountRow } from '../present-user.ts'

const name = 'dev'
/** The cookie is valid for the accounts that signed in last. */
const maximumAccounts = 4
const maximumAge = limits.deviceCookie / 1000
const idBytes = 16
const macBytes = 18

type DeviceServices = AccountServices & {
  readonly config: Pick<AccountServices['config'], 'secureCookies'>
}

/** The account that a device cookie is issued for. */
export type DeviceOwner = Pick<AccountRow, 'id' | 'device_generation'>

/**
 * The id of this browser if the account has signed in from it before and has not changed its password
 * or second factors since. The cookie is `id.mac.mac…` with one MAC per account, so that it reveals no
 * account and can't be moved to another account.
 */
export function deviceIdOf(
  services: DeviceServices,
  request: Pick<RequestInfo, 'cookies'>,
  owner: DeviceOwner,
): string | undefined {
  const { id, macs } = readDevice(services, request)
  if (id === undefined) return undefined
  const expected = Buffer.from(macOf(services, id, owner))
  return macs.some((mac) => timingSafeEqual(Buffer.from(mac), expected)) ? id : undefined
}

/** Whether some account may have signed in from this browser. */
export function isDevice(
  services: Pick<DeviceServices, 'config'>,
  request: Pick<RequestInfo, 'cookies'>,
): boolean {
  return readDevice(services, request).macs.length > 0
}

/** The cookie that makes this browser a device of `owner`. */
export function deviceCookie(
  services: DeviceServices,
  request: Pick<RequestInfo, 'cookies'>,
  owner: DeviceOwner,
): CookieToSet {
  const device = readDevice(services, request)
  // The id is not secret: the MAC proves the device, and only a sign-in issues it.
  const id = device.id ?? randomBytes(idBytes).toString('base64url')
  const mac = macOf(services, id, owner)
  // The MAC of the previous generation must not displace that of another account.
  const previous = macOf(services, id, { ...owner, device_generation: owner.device_generation - 1 })
  const others = device.macs.filter((each) => each !== mac && each !== previous)
  const value = [id, mac, ...others].slice(0, maximumAccounts + 1).join('.')
  return setCookie(services.config, name, value, maximumAge)
}

function readDevice(
  { config }: Pick<DeviceServices, 'config'>,
  request: Pick<RequestInfo, 'cookies'>,
): { id: string | undefined; macs: string[] } {
  const [id, ...macs] = (request.cookies[cookieName(config, name)] ?? '').split('.')
  const wellFormed =
    id !== undefined && /^[\w-]{22}$/.test(id) && macs.every((mac) => /^[\w-]{24}$/.test(mac))
  return wellFormed ? { id, macs: macs.slice(0, maximumAccounts) } : { id: undefined, macs: [] }
}

function macOf({ accountKeys }: DeviceServices, id: string, owner: DeviceOwner): string {
  const text = `${id}.${owner.id}.${owner.device_generation}`
  const mac = createHmac('sha256', accountKeys.device).update(text).digest()
  return mac.subarray(0, macBytes).toString('base64url')
}
