/** The system's code of an error, such as `ENOENT`; its text when it has none. */
export function errorCode(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    return error.code;
  }
  return error instanceof Error ? error.message : String(error);
}

/** Why something failed, in the system's own words, without the call and its paths; the whole message of other errors. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = errorCode(error);
  return code !== "" && message.startsWith(`${code}: `) ? (message.split(", ")[0] ?? "") : message;
}
