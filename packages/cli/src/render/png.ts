/**
 * SVG to PNG, with a library in WebAssembly and a font of its own, so that the same plan gives the same bytes on every
 * machine. Both are optional dependencies that are loaded here and nowhere else.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Refusal } from "../failure/failure.js";
import type { Picture } from "./picture.js";

/** Larger pictures are drawn smaller: what shows them has limits of its own. */
const SIDE_MAX = 8_000;
const PIXELS_MAX = 20_000_000;
/** For screens with twice as many pixels. */
const SCALE = 2;

const FONTS = ["400Regular/RobotoMono_400Regular.ttf", "700Bold/RobotoMono_700Bold.ttf"] as const;

/** Throws {@link Refusal} where the optional dependencies are not installed. */
export async function pngOf({ svg, width, height }: Picture): Promise<Uint8Array> {
  const { Resvg, fonts } = await loaded();
  const area = Math.sqrt(PIXELS_MAX / (width * height));
  const scale = Math.min(SCALE, SIDE_MAX / width, SIDE_MAX / height, area);
  const drawing = new Resvg(svg, {
    fitTo: { mode: "zoom", value: scale },
    font: { fontBuffers: fonts, defaultFontFamily: "Roboto Mono", loadSystemFonts: false },
  });
  const image = drawing.render();
  const bytes = image.asPng();
  image.free();
  drawing.free();
  return bytes;
}

type Library = typeof import("@resvg/resvg-wasm");

interface Loaded {
  readonly Resvg: Library["Resvg"];
  readonly fonts: Uint8Array[];
}

let loading: Promise<Loaded> | undefined;

/** Once a process: the library refuses to be set up twice. */
function loaded(): Promise<Loaded> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Loaded> {
  const { resolve } = createRequire(import.meta.url);
  try {
    const library = await import("@resvg/resvg-wasm");
    const code = await readFile(resolve("@resvg/resvg-wasm/index_bg.wasm"));
    const fonts = await Promise.all(
      FONTS.map((path) => readFile(resolve(`@expo-google-fonts/roboto-mono/${path}`))),
    );
    await library.initWasm(code);
    return { Resvg: library.Resvg, fonts };
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new Refusal(
      `a PNG needs @resvg/resvg-wasm and @expo-google-fonts/roboto-mono, optional dependencies that cannot be loaded (${why}); --render plan.svg needs neither`,
    );
  }
}
