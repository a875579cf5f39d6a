import { expect, test } from 'vitest';
import { onBlocked, sourceOf, wasBlocked, type Blocked } from './violations.svelte';

function violate(directive: string, blocked: string): void {
  const event = new Event('securitypolicyviolation');
  Object.assign(event, {
    effectiveDirective: directive,
    blockedURI: blocked,
    sample: '',
    sourceFile: '',
    lineNumber: 1,
  });
  document.dispatchEvent(event);
}

test('each kind is told once, what came before included, and no path leaves the page', () => {
  const heard: Blocked[] = [];
  violate('media-src', 'http://127.0.0.1:5000/secret-token/media/a/b');
  onBlocked((blocked) => heard.push(blocked));
  violate('media-src', 'http://127.0.0.1:5000/secret-token/media/a/c');
  violate('img-src', 'media');
  violate('script-src-elem', 'inline');
  expect(heard).toEqual([
    { directive: 'media-src', source: 'http://127.0.0.1:5000' },
    { directive: 'img-src', source: 'media' },
    { directive: 'script-src-elem', source: 'inline' },
  ]);
  for (let host = 0; host < 100; host += 1) violate('img-src', `https://host-${host}.example/`);
  expect(heard).toHaveLength(20);
  expect(window.__cspViolations).toHaveLength(104);
});

test('an address is known as blocked by itself or by its scheme', () => {
  expect(wasBlocked('http://127.0.0.1:5000/secret-token/media/a/b')).toBe(true);
  expect(wasBlocked('media://localhost/a/b')).toBe(true);
  expect(wasBlocked('http://media.localhost/a/b')).toBe(false);
  expect(wasBlocked('data:,')).toBe(false);
});

test('only the origin of an address is a source', () => {
  expect(sourceOf('https://user:word@example.com:8443/path?key=1#x')).toBe('https://example.com:8443');
  expect(sourceOf('data:image/png;base64,AAAA')).toBe('data:');
  expect(sourceOf('wasm-eval')).toBe('wasm-eval');
  expect(sourceOf('trusted-types-sink')).toBe('trusted-types-sink');
  expect(sourceOf('a b\nc')).toBe('other');
});
