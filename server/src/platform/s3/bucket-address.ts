/** A place in S3 or a compatible store. */
export interface BucketAddress {
  readonly bucket: string
  /** Ends with a slash, unless empty. */
  readonly prefix: string
  /** Absent: that of the AWS SDK's settings (`AWS_REGION`). */
  readonly region?: string
  /** The address of a compatible store; absent: AWS. */
  readonly endpoint?: string
}

/**
 * Parses `s3://bucket/prefix?region=…&endpoint=…`. Credentials are those of the AWS SDK (`AWS_…`), never part of it.
 * @returns the address, or its fault as the end of a sentence
 */
export function parseBucketAddress(text: string): BucketAddress | string {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:') return 'must be an address such as s3://bucket/prefix?region=ap-northeast-1.'
  if (url.username || url.password)
    return 'must not contain credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host))
    return 'must name a bucket of 3 to 63 small letters, digits, dots and hyphens.'
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'region' && name !== 'endpoint')
  if (unknown !== undefined) return `must not contain "${unknown}": its parameters are region and endpoint.`
  const endpoint = url.searchParams.get('endpoint')
  if (endpoint !== null && !['https:', 'http:'].includes(URL.parse(endpoint)?.protocol ?? '')) {
    return 'must name an endpoint that starts with https:// or http://.'
  }
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  const region = url.searchParams.get('region')
  return {
    bucket: url.host,
    prefix: path && `${path}/`,
    ...(region && { region }),
    ...(endpoint && { endpoint }),
  }
}
