import { describe, expect, it } from 'vitest';
import { NIK, serversIn, withServer } from './json';

describe('servers of a text that is being typed', () => {
  it('are found under either name, with the exact command or address', () => {
    const text = JSON.stringify({
      mcpServers: {
        nik: NIK.entry,
        notes: { command: 'npx', args: ['-y', '@example/notes', '/my notes', ''] },
        old: { type: 'sse', url: 'https://example.com/sse' },
        secret: { url: 'https://example.com/mcp?token=abc&x=1' },
      },
    });
    expect(serversIn(text)).toEqual([
      { name: 'nik', transport: 'http', target: 'http://127.0.0.1:47321/mcp' },
      { name: 'notes', transport: 'stdio', target: "npx -y @example/notes '/my notes' ''" },
      { name: 'old', transport: 'sse', target: 'https://example.com/sse' },
      { name: 'secret', transport: 'http', target: 'https://example.com/mcp?***' },
    ]);
    expect(serversIn('{"servers":{"a":{"url":"http://a"}}}')).toHaveLength(1);
  });

  it('are unknown where the text does not parse, and none where it is empty', () => {
    expect(serversIn('{"mcpServers": {')).toBeNull();
    expect(serversIn('[]')).toBeNull();
    expect(serversIn('{"mcpServers": []}')).toBeNull();
    expect(serversIn('  ')).toEqual([]);
    expect(serversIn('{"mcpServers":{"a":1,"b":{}}}')).toEqual([]);
  });
});

describe("NIK's address", () => {
  it('goes into an empty file as the text that people paste', () => {
    expect(JSON.parse(withServer('', NIK.name, NIK.entry) ?? '')).toEqual({
      mcpServers: { nik: { type: 'http', url: 'http://127.0.0.1:47321/mcp' } },
    });
  });

  it('keeps other servers, other fields and the name of the list', () => {
    const text = '{"$schema":"x","servers":{"a":{"url":"http://a"}},"inputs":[]}';
    expect(JSON.parse(withServer(text, NIK.name, NIK.entry) ?? '')).toEqual({
      $schema: 'x',
      servers: { a: { url: 'http://a' }, nik: NIK.entry },
      inputs: [],
    });
  });

  it('never touches a text that does not parse', () => {
    expect(withServer('{"mcpServers":', NIK.name, NIK.entry)).toBeNull();
    expect(withServer('{"mcpServers":3}', NIK.name, NIK.entry)).toBeNull();
  });
});
