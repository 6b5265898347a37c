/** The file itself is at fault: it is not what it must be. The message is for the log. */
export class FileRefused extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'FileRefused'
  }
}
