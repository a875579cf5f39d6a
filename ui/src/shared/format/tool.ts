/** `nik__live_view_image` as its server and the server's own name. */
export function toolParts(name: string): { server: string; tool: string } {
  const at = name.indexOf('__');
  return at < 0 ? { server: '', tool: name } : { server: name.slice(0, at), tool: name.slice(at + 2) };
}
