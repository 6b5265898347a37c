/** The title of both pages and of every link to them. */
export const leakTitle = '漏えいの調査'
