// The same work by sharp, as its documentation writes it; `plain` turns its second pass over the Huffman tables off.
//
// `serve MODE` answers a path a line with what it took; `once MODE FILE OUT` does it once and says what memory it took.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import sharp from "sharp";

const EDGE = 1568;
sharp.cache(false);

async function work(data, mode) {
  const jpeg = await sharp(data, { limitInputPixels: false })
    .autoOrient()
    .resize(EDGE, EDGE, { fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 85, optimiseCoding: mode !== "plain" })
    .toBuffer();
  createHash("sha256").update(jpeg).digest();
  jpeg.toString("base64");
  return jpeg;
}

function resident(field) {
  const line = readFileSync("/proc/self/status", "utf8").split("\n").find((text) => text.startsWith(field));
  return Number(line.split(/\s+/)[1]);
}

const [what, mode, path, out] = process.argv.slice(2);
if (what === "serve") {
  const kept = new Map();
  for await (const line of createInterface({ input: process.stdin })) {
    const file = line.trim();
    if (!kept.has(file)) kept.set(file, readFileSync(file));
    const cpu = process.cpuUsage();
    const wall = performance.now();
    const jpeg = await work(kept.get(file), mode);
    const took = { wall: performance.now() - wall };
    const used = process.cpuUsage(cpu);
    console.log(JSON.stringify({ ...took, cpu: (used.user + used.system) / 1e3, bytes: jpeg.length }));
  }
} else {
  const data = readFileSync(path);
  const before = resident("VmRSS");
  writeFileSync("/proc/self/clear_refs", "5");
  const jpeg = await work(data, mode);
  console.log(JSON.stringify({ before, peak: resident("VmHWM") }));
  writeFileSync(out, jpeg);
}
