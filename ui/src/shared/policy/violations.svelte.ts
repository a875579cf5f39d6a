/**
 * What the content security policy blocked: for the log, for the words on screen, and for end-to-end tests.
 *
 * Of a blocked address only its scheme and host are told on: its path may hold a secret.
 */
import { SvelteSet } from 'svelte/reactivity';

export interface CspViolation {
  directive: string;
  blocked: string;
  sample: string;
  source: string;
  line: number;
}

declare global {
  interface Window {
    /** All of them, whole; in a test this list must stay empty. */
    __cspViolations: CspViolation[];
  }
}

/** One that is told to the host. */
export interface Blocked {
  directive: string;
  source: string;
}

/** Kinds that are told in one run of the page, and addresses that are remembered. */
const MOST = 20;

/** Addresses as the browser reported them. */
const addresses = new SvelteSet<string>();
const told = new Set<string>();
const untold: Blocked[] = [];
let tell: ((blocked: Blocked) => void) | null = null;

/** `img-src` and `http://127.0.0.1:5000`, `media:` or a word such as `inline`. */
export function sourceOf(blocked: string): string {
  const parsed = URL.canParse(blocked) ? new URL(blocked) : null;
  if (!parsed) return /^[a-z-]+$/.test(blocked) ? blocked : 'other';
  return parsed.host ? `${parsed.protocol}//${parsed.host}` : parsed.protocol;
}

function note(directive: string, address: string): void {
  if (addresses.size < MOST) addresses.add(address);
  const blocked = { directive, source: sourceOf(address) };
  const key = `${blocked.directive} ${blocked.source}`;
  if (told.has(key) || told.size >= MOST) return;
  told.add(key);
  if (tell) tell(blocked);
  else untold.push(blocked);
}

/** From now on, and for what was blocked before, each kind of violation is told once. */
export function onBlocked(listener: (blocked: Blocked) => void): void {
  tell = listener;
  untold.splice(0).forEach(listener);
}

/** Whether the policy blocked this address. Of a scheme that is not the web's, browsers report the scheme alone. */
export function wasBlocked(url: string): boolean {
  return addresses.has(url) || addresses.has(url.slice(0, url.indexOf(':')));
}

window.__cspViolations = [];

document.addEventListener('securitypolicyviolation', (event) => {
  window.__cspViolations.push({
    directive: event.effectiveDirective,
    blocked: event.blockedURI,
    sample: event.sample,
    source: event.sourceFile,
    line: event.lineNumber,
  });
  note(event.effectiveDirective, event.blockedURI);
});
