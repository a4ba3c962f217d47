/** Words that a manifest and a launch both write: environment variables, model names, git refs and addresses. */

const ENVIRONMENT_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const SANDBOX_NAME = /^[a-z0-9_-]{1,64}$/;
const MODEL_NAME = /^[A-Za-z0-9._:/@[\]][A-Za-z0-9._:/@[\]-]{0,199}$/;
const REF_REFUSED = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^[-/.]|\/\.|[/.]$|\.lock(?:\/|$)/;
const REF_LENGTH_MAX = 200;

export function isEnvironmentName(text: string): boolean {
  return ENVIRONMENT_NAME.test(text);
}

export function isSandboxName(text: string): boolean {
  return SANDBOX_NAME.test(text);
}

/** 1 to 200 letters, digits and `. _ - : / @ [ ]`, not beginning with a hyphen (DSL-024). */
export function isModelName(text: string): boolean {
  return MODEL_NAME.test(text);
}

/** A branch, tag or commit name that git accepts and no command line takes for an option (DSL-026). */
export function isRefName(text: string): boolean {
  return text !== "" && text !== "@" && text.length <= REF_LENGTH_MAX && !REF_REFUSED.test(text);
}

/** Whether git would hand the address to a helper program (`ext::…`) or take it for an option. */
export function isUnsafeRepositoryUrl(url: string): boolean {
  return url.startsWith("-") || /^[A-Za-z0-9+.-]+::/.test(url);
}
