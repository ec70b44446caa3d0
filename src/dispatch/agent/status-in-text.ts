const STATUS = /\bstatus(?: code)?:?\s+(?<status>[45]\d\d)\b/i;

/** The HTTP status of a failure that an agent tells in words alone; undefined where it names none. */
export function statusIn(text: string): number | undefined {
  const status = STATUS.exec(text)?.groups?.status;
  return status === undefined ? undefined : Number(status);
}
