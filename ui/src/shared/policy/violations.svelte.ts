/** What the content security policy blocked, for end-to-end tests: the list must stay empty. */
export interface CspViolation {
  directive: string;
  blocked: string;
  sample: string;
  source: string;
  line: number;
}

declare global {
  interface Window {
    __cspViolations: CspViolation[];
  }
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
});
