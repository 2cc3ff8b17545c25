/** A link to this table, at this address, for a user with the secret. */
export function linkTo(address: string, kind: 'j' | 'm' | 'p', secret: string): string {
  return `${address.replace(/\/+$/, '')}/#${kind}=${secret}`
}

/** Where players reach the table. Other machines cannot use our own loopback address, so one that
 * they can use comes first. */
export function bestAddress(addresses: readonly string[]): string {
  return addresses.find((address) => !isLoopback(address)) ?? addresses[0] ?? location.origin
}

export function isLoopback(address: string): boolean {
  return /^https?:\/\/(127\.|localhost\b|\[::1\])/.test(address)
}
