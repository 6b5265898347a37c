import ipaddr from 'ipaddr.js'

/** Hosts that answer for the platform a server runs on, and that no registry of special addresses knows. */
const platformHosts = new Set(['168.63.129.16'])
const [globalUnicast, globalBits] = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether `address`, as a resolver gives it, is one host on the public Internet: everything private, local, shared,
 * reserved or leading to another address inside it (mapped, 6to4, NAT64, Teredo) is not (D35).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.IPv4.isValidFourPartDecimal(address)) return isPublicIPv6(address)
  return ipaddr.IPv4.parse(address).range() === 'unicast' && !platformHosts.has(address)
}

function isPublicIPv6(text: string): boolean {
  // A zone names an interface of this machine.
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return false
  const address = ipaddr.IPv6.parse(text)
  return address.range() === 'unicast' && address.match(globalUnicast, globalBits)
}

/** Whether `address` is this machine itself. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback'
}
